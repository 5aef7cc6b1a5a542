import { strict as assert } from "node:assert";
import { assetPath, evidenceOf, foldText, landingPage } from "../../../../src/features/lens/evidence";

describe("evidence of a creative", () => {
  it("folds look-alikes, case, emoji, prices, numbers, and dates", () => {
    const folded = foldText("✨ Running shoes from $49.90 until 3 March 2026!");
    assert.equal(folded, foldText("ｒｕｎｎｉｎｇ SHOES from €55 until 14. März 2027 🔥"));
    assert.equal(folded, "running shoes from until");
    assert.equal(foldText("12 % 🔥 1.000"), "");
  });

  it("keeps words that are no dates", () => {
    assert.equal(foldText("You may march on"), "you may march on");
  });

  it("names media by their path, whatever host, size, ending, or query", () => {
    const name = assetPath("https://cdn1.example.com/ads/p600x600/4711123_n.jpg?sig=1");
    assert.equal(name, assetPath("https://media.example.net/ads/1200x628/4711123_n.webp"));
    assert.notEqual(name, assetPath("https://cdn1.example.com/ads/4711124_n.jpg"));
  });

  it("takes a text beside the title for evidence only together with a short title, or a page", () => {
    const ad = (title: string | undefined, text: string, link?: string) =>
      evidenceOf({ title, texts: [text], attachments: [], link }).map(({ reason, key }) => `${reason} ${key}`);
    const common = "Order before 4 pm and it leaves our warehouse the same day";
    assert.deepEqual(ad(undefined, common), []);
    const alike = (one: readonly string[], other: readonly string[]) => one.filter((each) => other.includes(each));
    assert.deepEqual(alike(ad("Boots for hikers", common), ad("Shoes for runners", common)), []);
    assert.equal(alike(ad("Boots for hikers", common), ad("BOOTS for hikers", common)).length, 1);
    const page = "https://shop.example/boots";
    assert.deepEqual(alike(ad("Boots for hikers", common, page), ad("Shoes for runners", common, page)), []);
    assert.equal(alike(ad(undefined, common, page), ad(undefined, common, page)).length, 1);
  });

  it("takes no file name for evidence that anyone may use", () => {
    const inFolder = assetPath("https://cdn.example.com/creative/1299143073/0.svg");
    assert.equal(inFolder, assetPath("https://cdn2.example.com/creative/1299143073/0.png"));
    for (const name of [
      "banner.jpg",
      "ads/banner.jpg",
      "thumb-1.png",
      "image_300x250.gif",
      "wide-homeandgarden.webm",
      "video1.mp4",
    ])
      assert.equal(assetPath(`https://cdn.example.com/${name}`), undefined, name);
  });

  it("looks at the first 100 characters of a file name only, however long a hostile one is", () => {
    assert.equal(assetPath(`https://cdn.example.com/${"a".repeat(100)}12345.jpg`), undefined);
    assert.notEqual(assetPath(`https://cdn.example.com/${"a".repeat(95)}12345.jpg`), undefined);
  });

  it("compares landing pages without what only tracks", () => {
    const page = landingPage("https://www.shop.example/shoes/?utm_source=x&color=red&fbclid=1#top");
    assert.equal(page, landingPage("shop.example/shoes?color=red&gclid=2"));
    assert.notEqual(page, landingPage("https://shop.example/shoes?color=blue"));
    assert.equal(landingPage("https://shop.example/?utm_source=x"), undefined);
  });
});
