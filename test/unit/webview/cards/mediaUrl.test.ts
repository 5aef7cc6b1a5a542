import assert from "node:assert/strict";
import { mediaUrl } from "../../../../webview/cards/mediaUrl";

describe("addresses of pictures", () => {
  it("are https, or http on loopback", () => {
    for (const address of [
      "https://a.example/x.png",
      "http://127.0.0.1:8080/x.svg",
      "http://localhost/x",
      "http://[::1]/x",
    ]) {
      assert.equal(mediaUrl(address), address);
    }
  });

  it("are nothing else", () => {
    const refused = [
      "http://a.example/x.png",
      "javascript:alert(1)",
      "data:image/svg+xml,<svg/>",
      "file:///etc/passwd",
    ];
    for (const address of [
      ...refused,
      "//a.example/x",
      "https://user@a.example/x",
      "http://127.0.0.1.evil.example/",
      "x",
      "",
    ]) {
      assert.equal(mediaUrl(address), undefined);
    }
    assert.equal(mediaUrl(undefined), undefined);
  });
});
