import assert from "node:assert/strict";
import { webHost } from "../../../../webview/detail/webHost";

describe("webHost", () => {
  it("shows the host that the browser would reach", () => {
    assert.deepEqual(webHost("https://www.Example.com:8443/a?b=1#c"), { host: "www.example.com:8443", path: "/a?b=1" });
    assert.deepEqual(webHost("http://example.com/"), { host: "example.com", path: "" });
    assert.equal(webHost("https://аррӏе.com/")?.host, "xn--80ak6aa92e.com");
    assert.equal(webHost("https://good.example\\@evil.example/")?.host, "good.example");
  });

  it("knows nothing else as a web address", () => {
    for (const url of [
      undefined,
      "",
      "x",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://a:b@c.example",
      "vscode://x",
    ]) {
      assert.equal(webHost(url), undefined, url);
    }
  });
});
