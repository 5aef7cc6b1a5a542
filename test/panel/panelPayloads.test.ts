import assert from "node:assert/strict";
import type { AdCard } from "../../src/protocol/ads";
import { usePanel } from "../support/panelPage";
import { cardAt, detailOf, pageOf } from "../support/panelPageAds";
import { testedForm } from "../support/panelPageHost";
import { payloads, withEachText } from "../support/payloads";

/** What must stay as it is, so that the page finds its way: keys, kinds, and places in a list. */
const structural = /^(?:key|id|platform|component|itemsFrom|type|filters)$/;

/** A value with every text in it replaced, but for what the page finds its way by. */
function filled<T>(value: T, text: string): T {
  const fill = (part: unknown, name: string): unknown => {
    if (typeof part === "string") return structural.test(name) ? part : text;
    if (Array.isArray(part)) return part.map((member) => fill(member, name));
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, fill(member, key)]));
  };
  return fill(value, "") as T;
}

/** Attributes through which a text could act; names and tooltips are text. */
const armed = `[...document.querySelectorAll("*")].flatMap((element) => [...element.attributes]
  .filter(({ name, value }) => /^on|^srcdoc$/.test(name) ||
    (!/^(aria-|title$|placeholder$|data-)/.test(name) && /^\\s*(javascript|command|vbscript):/i.test(value)))
  .map(({ name, value }) => element.localName + " " + name + "=" + value.slice(0, 60)))`;

describe("hostile text from the service in the page", () => {
  const panel = usePanel();
  const { results } = panel;

  /** A panel whose cards, detail and form hold the text everywhere; one card holds it nowhere. */
  async function open(text: string): Promise<string[]> {
    const requests: string[] = [];
    await panel.show({
      prepare: ({ rows }) => {
        const { open: usual } = rows;
        rows.open = async (asked, signal) => ({
          ...(await usual(asked, signal)),
          // Over 5000 items: an answer is read up to 32 MB, so that each cannot be huge.
          form: filled(testedForm("facebook"), text.slice(0, 1000)),
        });
        rows.search = ({ query }) => {
          const { ads, ...page } = pageOf(query.platform, 1, "", 1);
          const each = withEachText(cardAt(query.platform, 3, ""), text) as readonly AdCard[];
          const hostile = [filled(cardAt(query.platform, 5, ""), text), ...each.slice(0, 30)];
          const cards = hostile.map((card, at) => ({
            ...card,
            key: `facebook:${100 + at}`,
            id: String(100 + at),
            platform: "facebook" as const,
          }));
          return { page: { ...page, ads: [...cards, ...ads], hasNextPage: false }, boughtDetails: [] };
        };
        rows.adDetail = ({ ad }) => ({ ...detailOf(ad, ""), detail: { ...filled(detailOf(ad, "").detail, text), ad } });
      },
    });
    panel.page.on("request", (request) => requests.push(request.url()));
    await panel.page.getByRole("form").first().waitFor();
    return requests;
  }

  for (const [name, text] of Object.entries(payloads)) {
    it(`runs nothing, requests nothing, and never becomes markup in cards, details, and the form: ${name}`, async () => {
      const requests = await open(text);
      await panel.button(/^Search, 100 credits/).click();
      await results().getByRole("article").first().waitFor();
      await results()
        .getByRole("article")
        .first()
        .getByRole("button", { name: /details/i })
        .first()
        .click();
      await panel.page.getByRole("region", { name: "Ad details" }).waitFor();
      assert.equal(await panel.page.evaluate("window.pwned"), undefined);
      assert.deepEqual(await panel.page.evaluate(armed), []);
      assert.equal(
        await panel.page.locator("#app :is(script, iframe, object, embed, base, meta, link, form[action])").count(),
        0,
      );
      const elsewhere = requests.filter((url) => /^(evil|good)\.example$/.test(new URL(url).hostname));
      // The one text that is a URL of the web may be fetched as the picture that it says it is.
      assert.deepEqual(name === "lookalike" ? [] : elsewhere, []);
      const wide = await panel.page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.ok(Number(wide) <= 0, `${String(wide)} px stick out`);
    });
  }
});
