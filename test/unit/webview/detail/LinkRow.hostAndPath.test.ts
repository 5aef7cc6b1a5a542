import assert from "node:assert/strict";
import { hostAndPath } from "../../../../webview/detail/LinkRow";

describe("hostAndPath", () => {
  it("shows the host that the browser would reach", () => {
    assert.deepEqual(hostAndPath("https://www.Example.com:8443/a?b=1#c"), {
      host: "www.example.com:8443",
      path: "/a?b=1",
    });
    assert.deepEqual(hostAndPath("http://example.com/"), { host: "example.com", path: "" });
    assert.equal(hostAndPath("https://аррӏе.com/")?.host, "xn--80ak6aa92e.com");
    assert.equal(hostAndPath("https://good.example\\@evil.example/")?.host, "good.example");
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
      assert.equal(hostAndPath(url), undefined, url);
    }
  });
});
