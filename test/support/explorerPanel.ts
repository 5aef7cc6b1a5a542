import type { Workbench } from "./workbench.mjs";

/** What a person sees of an explorer. */
export interface Seen {
  readonly words: string;
  /** Key and place of each card in view. Fewer are where the remarks above them take one more line. */
  readonly cards: readonly (readonly [string, number])[];
  readonly detail: string;
}

/** What tests of the explorer in the workbench find and do there. */
export function panelOf(workbench: Workbench) {
  const shown = () => workbench.explorer();
  const region = (name: string) => shown().getByRole("region", { name, exact: true });
  const words = () =>
    shown()
      .getByRole("textbox", { name: /, text$/ })
      .first();
  const scroller = () => shown().locator(".results-scroll");
  const cards = () =>
    scroller().evaluate((element): [string, number][] => {
      const view = element.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>("[data-key]")].flatMap((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        const inView = bottom > view.top && top < view.bottom;
        return inView ? [[card.dataset.key ?? "", Math.round(top - view.top)]] : [];
      });
    });
  const tab = (name: RegExp) => workbench.page.getByRole("tab", { name });
  return {
    ...{ shown, region, words, scroller, tab },
    field: (name: string) => shown().getByRole("textbox", { name, exact: true }),
    button: (name: string | RegExp) => shown().getByRole("button", { name, exact: true }),
    says: (text: string | RegExp) => region("Results").getByText(text).first().waitFor(),
    close: async (name: RegExp) => {
      await tab(name)
        .getByRole("button", { name: /^Close/ })
        .click();
      await tab(name).waitFor({ state: "detached" });
    },
    /** What is there once nothing moves any more. */
    seen: async (): Promise<Seen> => {
      for (let last = "", same = 0; same < 5;) {
        const now = JSON.stringify(await cards());
        same = now === last && now !== "[]" ? same + 1 : 0;
        last = now;
        await scroller().evaluate(() => new Promise(requestAnimationFrame));
      }
      const detail = (await region("Ad details").getByRole("heading").first().textContent()) ?? "";
      return { words: await words().inputValue(), cards: await cards(), detail };
    },
  };
}
