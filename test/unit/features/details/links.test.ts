import assert from "node:assert/strict";
import { safeLink } from "../../../../src/features/details/links";

describe("links of the service", () => {
  const opened: readonly (readonly [link: string, url: string])[] = [
    ["https://shop.example", "https://shop.example/"],
    ["http://shop.example/a?b=1#c", "http://shop.example/a?b=1#c"],
    ["HTTPS://Shop.Example:8443/", "https://shop.example:8443/"],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    // What looks like another host is shown as what it is.
    ["https://раураӏ.example/", "https://xn--80aa0cbo65f.example/"],
    ["https://good.example%2eevil.example/", "https://good.example.evil.example/"],
    ["https:\\\\shop.example\\a", "https://shop.example/a"],
    ["https:shop.example", "https://shop.example/"],
    ["https://shop.example/javascript:alert(1)", "https://shop.example/javascript:alert(1)"],
    ["https://shop.example/a b\"'<>", "https://shop.example/a%20b%22'%3C%3E"],
    ["http://[::1]:8080/", "http://[::1]:8080/"],
  ];
  for (const [link, url] of opened) it(`are opened as ${url}`, () => assert.equal(safeLink(link)?.href, url));

  const refused = [
    "",
    " ",
    "shop.example",
    "/path",
    "//shop.example/",
    "https://",
    "https:///",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>1</script>",
    "blob:https://shop.example/1",
    "file:///etc/passwd",
    "file://server/share",
    "\\\\server\\share",
    "ftp://shop.example/",
    "command:workbench.action.terminal.new",
    "vscode://file/etc/passwd",
    "vscode-insiders://x",
    "ssh://shop.example",
    "mailto:a@shop.example",
    "tel:123",
    "intent://x",
    "about:blank",
    "ws://shop.example",
    "https://user@shop.example/",
    "https://user:secret@shop.example/",
    "https://:secret@shop.example/",
    "https://good.example@evil.example/",
    "https://good.example:x@evil.example/",
    "https://good.example\\@evil.example@x/".replace("\\", "%5C"),
    "http://a b/",
    "http://[::1",
    "http://256.1.1.1/",
    "http://shop.example:99999/",
    "https://\u0000shop.example/",
    "https://a%00b/",
  ];
  for (const link of refused)
    it(`are not opened: ${JSON.stringify(link)}`, () => assert.equal(safeLink(link), undefined));
});
