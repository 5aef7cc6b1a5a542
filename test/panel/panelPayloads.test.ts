import assert from "node:assert/strict";
import type { AdCard } from "../../src/protocol/ads";
import { variants } from "../support/long";
import { usePanel } from "../support/panelPage";
import { cardAt, detailOf, pageOf } from "../support/panelPageAds";
import { testedForm } from "../support/panelPageHost";
import { payloads, withEachText } from "../support/payloads";

/** What must stay as it is, so that the page finds its way: keys, kinds, and places in a list. */
const structural = /^(?:key|id|platform|component|itemsFrom|type|filters)$/;

/** A value with every text in it replaced by the next one, but for what the page finds its way by. */
function filled<T>(value: T, next: () => string): T {
  const fill = (part: unknown, name: string): unknown => {
    if (typeof part === "string") return structural.test(name) ? part : next();
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

const texts = Object.values(payloads);
/** The ID of the ad at a position, in the range of made-up ads. */
const idAt = (at: number) => String(9007199254741093n + BigInt(at));

describe("hostile text from the service in the page", () => {
  const panel = usePanel();
  const { open, button, results } = panel;

  /** In the short form, each text is in one place of the form and alone in one of a card; in the long form, in all. */
  for (const first of variants([0], [...texts.keys()])) {
    it(`runs nothing, requests nothing, and never becomes markup in cards, details, and the form: from ${first}`, async () => {
      const requests: string[] = [];
      /** One text after the other, shortened. */
      const inTurn = (length: number) => {
        let at = first;
        return () => texts[at++ % texts.length]!.slice(0, length);
      };
      const of = (id: string) => () => texts.find((_, at) => idAt(at) === id) ?? "";
      await open({
        route: (page) => Promise.resolve(page.on("request", (request) => requests.push(request.url()))),
        prepare: ({ rows }) => {
          const { open: usual } = rows;
          rows.open = async (asked, signal) => ({
            ...(await usual(asked, signal)),
            // Over 5000 items: an answer is read up to 32 MB, so that each cannot be huge.
            form: filled(testedForm("facebook"), inTurn(1000)),
          });
          rows.search = ({ query }) => {
            const { ads, ...page } = pageOf(query.platform, 1, "", 1);
            // One card for each text, which holds it everywhere, and others that hold one in a single place.
            const full = texts.map((text) => filled(cardAt(query.platform, 5, ""), () => text));
            const next = inTurn(Infinity);
            const places = withEachText(cardAt(query.platform, 3, ""), "")
              .slice(0, 30)
              .keys();
            const each = [...places].map((at) => withEachText(cardAt(query.platform, 3, ""), next())[at] as AdCard);
            const cards = [...full, ...each].map((card, at) => {
              const id = idAt(at);
              return { ...card, key: `facebook:${id}`, id, platform: "facebook" as const };
            });
            return { page: { ...page, ads: [...cards, ...ads], hasNextPage: false }, boughtDetails: [] };
          };
          rows.adDetail = ({ ad }) => {
            const bought = detailOf(ad, "");
            return { ...bought, detail: { ...filled(bought.detail, of(ad.id)), ad } };
          };
        },
      });
      const { page } = panel;
      const staysText = async (where: string) => {
        assert.equal(await page.evaluate("window.pwned"), undefined, where);
        assert.deepEqual(await page.evaluate(armed), [], where);
        const markup = "#app :is(script, iframe, object, embed, base, meta, link, form[action])";
        assert.equal(await page.locator(markup).count(), 0, where);
        const elsewhere = requests.filter((url) => /^(evil|good)\.example$/.test(new URL(url).hostname));
        assert.deepEqual(elsewhere, [], where);
        const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(wide) <= 0, `${String(wide)} px stick out of ${where}`);
      };
      await button("Search, 100 credits").click();
      const card = results().getByRole("article").first();
      await card.getByText("Image not available").waitFor();
      assert.equal(await card.getByRole("heading").textContent(), payloads.markup);
      await staysText("cards");
      await card
        .getByRole("button", { name: /details/i })
        .first()
        .click();
      for (const [at, name] of Object.keys(payloads).entries()) {
        await page.locator(`.card-open[data-key="facebook:${idAt(at)}"]`).waitFor();
        await page.locator(".detail-pane").getByRole("heading", { name: "Engagement", exact: true }).waitFor();
        await staysText(`the details of ${name}`);
        await button("Next ad, 100 credits").click();
      }
      await page.keyboard.press("Escape");
      await button("Overview of loaded ads, 0 credits").click();
      await page.getByRole("figure").first().waitFor();
      await staysText("the overview");
      await button("Table").click();
      await page.getByRole("grid", { name: "Loaded ads" }).waitFor();
      await staysText("the table");
    });
  }
});
