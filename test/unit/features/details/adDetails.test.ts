import assert from "node:assert/strict";
import { linkUrl, safeLink } from "../../../../src/features/details/links";
import { toFailure } from "../../../../src/features/failures/failures";
import type { AdRef } from "../../../../src/protocol/ads";
import { useLibrary } from "../../../support/fixtures";
import { cardAt, detailOf } from "../../../support/panelPageAds";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { type Stack, useStacks } from "../stack";

const never = new AbortController().signal;

describe("details of single ads", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;
  let ad: AdRef;
  const paid = () => library.paid().length;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "worked",
      (error: unknown) => toFailure(error).code,
    );

  beforeEach(async () => {
    stack = open(folder(), library.url, library.key);
    ad = { platform: "native", id: /"id":(\d+)/.exec(await library.answerOf("native"))![1]! };
  });

  it("are paid for once and then bought, also by the next window", async () => {
    assert.equal(await stack.details.bought(ad), undefined);
    const bought = await stack.details.detail(ad, false, never);
    assert.deepEqual([bought.bought, bought.detail.ad.id], [false, ad.id]);
    assert.deepEqual(await stack.details.detail(ad, false, never), { ...bought, bought: true });
    await stack.close();
    stack = open(folder(), library.url, library.key);
    assert.deepEqual(await stack.details.detail(ad, false, never), { ...bought, bought: true });
    assert.equal(paid(), 1);
  });

  it("are paid for again on request, and the newer answer counts", async () => {
    const first = await stack.details.detail(ad, false, never);
    const second = await stack.details.detail(ad, true, never);
    assert.equal(second.bought, false);
    assert.ok(second.fetchedAt >= first.fetchedAt);
    assert.equal((await stack.details.bought(ad))?.fetchedAt, second.fetchedAt);
    assert.equal(paid(), 2);
  });

  it("are refused before sending for an ad without details and for another library", async () => {
    assert.equal(await codeOf(stack.details.detail({ platform: "mega", id: "1" }, false, never)), "noDetails");
    const elsewhere = stack.details.detail(ad, false, never, "https://elsewhere.example");
    assert.equal(await codeOf(elsewhere), "otherLibrary");
    assert.equal(library.requests.length, 0);
    assert.equal((await stack.details.detail(ad, false, never, library.url)).detail.ad.id, ad.id);
  });

  it("are returned as the exact text, if bought", async () => {
    assert.equal(await codeOf(stack.details.raw(ad)), "notFound");
    assert.equal(paid(), 0);
    const { answer, kept } = await stack.details.fetch(ad, never, stack.wallet);
    assert.equal(kept, true);
    assert.equal(await stack.details.raw(ad), answer.text);
    assert.match(answer.text, new RegExp(`"id":${ad.id}\\b`));
  });

  it("tell which of many ads have bought details, without a request", async () => {
    await stack.details.detail(ad, false, never);
    const asked = library.requests.length;
    const others: AdRef[] = [
      { platform: "native", id: "1" },
      { platform: "reddit", id: ad.id },
    ];
    assert.deepEqual(await stack.details.boughtAmong([...others, ad]), [`native:${ad.id}`]);
    assert.deepEqual(await stack.details.boughtAmong([]), []);
    assert.equal(library.requests.length, asked);
  });

  it("are found by the library that they are of, whichever is connected", async () => {
    const bought = await stack.details.detail(ad, false, never);
    stack.set({ baseUrl: "https://elsewhere.example" });
    const of = { origin: library.url, version: "v2" } as const;
    assert.deepEqual([await stack.details.boughtAmong([ad]), await stack.details.bought(ad)], [[], undefined]);
    assert.deepEqual(await stack.details.boughtAmong([ad], of), [`native:${ad.id}`]);
    assert.deepEqual(await stack.details.bought(ad, of), { ...bought, bought: true });
  });

  it("leave no request behind when aborted, and say that they may have been charged", async () => {
    library.hold();
    const now = new AbortController();
    const asked = stack.details
      .detail(ad, false, never, undefined, now.signal)
      .then(() => assert.fail("It worked."), toFailure);
    await library.paidArrived(1);
    now.abort();
    assert.deepEqual([(await asked).code, (await asked).charge], ["cancelled", "unknown"]);
    await library.paid()[0]!.closed;
    assert.equal(await stack.details.bought(ad), undefined);
  });
});

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

it("an ad's post has the card's address if the details' is empty", () => {
  const ad = { platform: "facebook", id: "1" } as const;
  const { detail } = detailOf(ad, "");
  const card = { ...cardAt("facebook", 0, ""), postUrl: "https://social.example/1" };
  assert.equal(linkUrl({ of: "post" }, card, { ...detail, postUrl: "" }), card.postUrl);
  assert.equal(linkUrl({ of: "post" }, card, detail), detail.postUrl);
});
