import type { Facts } from "./facts";
import type { SampleWorld } from "./sampleWorld";
import { Dice, mix } from "./random";
import { monthOf } from "./decideFacts";

/** The texts of an ad in its language. Some ads have no title. */
export interface SampleTexts {
  readonly title?: string;
  readonly subtitle: string;
  readonly description: string;
  readonly callToAction: string;
}

const emoji = ["✨", "🔥", "🎁", "🌿", "⏰", "💥", "🚚", "❤️", "👀", "🧡", "👨‍👩‍👧", "🐾"];

/** Position in `PhraseBook.seasonal` of the season at a time, if any. */
function seasonOf(second: number): number | undefined {
  const month = monthOf(second);
  if (month === 11) return 0;
  if (month === 10) return 1;
  if (month === 0) return 2;
  return month === 5 || month === 6 ? 3 : undefined;
}

function fill(template: string, brand: string, product: string, percent: number): string {
  let text = "";
  let rest = 0;
  for (let at = template.indexOf("{"); at >= 0; at = template.indexOf("{", rest)) {
    const name = template.charAt(at + 1);
    text += template.slice(rest, at) + (name === "p" ? product : name === "b" ? brand : `${percent}`);
    rest = at + 3;
  }
  return text + template.slice(rest);
}

/** The product that an ad is about, in its language. */
export function productName(library: SampleWorld, facts: Facts): string {
  const products = library.book(facts).products[facts.vertical] ?? [];
  return products[facts.product % products.length] ?? "";
}

/** The discount of an ad's offer, in percent. */
export const percentOf = ({ campaign }: Facts): number => 10 + (campaign % 11) * 5;

function titleOf(library: SampleWorld, facts: Facts, brand: string, dice: Dice): string | undefined {
  const book = library.book(facts);
  const season = seasonOf(facts.first);
  const seasonal = season !== undefined && dice.chance(0.4) ? book.seasonal[season] : undefined;
  const template = seasonal ?? dice.pick(book.headlines);
  if (dice.chance(0.05)) return undefined;
  if (dice.chance(0.01)) return dice.pick(emoji).repeat(3);
  const copied = dice.chance(0.015) ? library.advertisers.pick(facts.vertical, facts.platform, dice).name : brand;
  const text = fill(template, copied, productName(library, facts), percentOf(facts));
  const capital = template.startsWith("{p}") ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return dice.chance(0.14) ? `${dice.pick(emoji)} ${capital}` : capital;
}

/** Makes the texts of an ad; they are always the same for the same ad. */
export function adTexts(library: SampleWorld, facts: Facts): SampleTexts {
  const book = library.book(facts);
  const { name } = library.advertiser(facts);
  const dice = new Dice(mix(facts.campaign, facts.index));
  const title = titleOf(library, facts, name, dice);
  const product = productName(library, facts);
  return {
    ...(title !== undefined && { title }),
    subtitle: fill(dice.pick(book.subtitles), name, product, percentOf(facts)),
    description: fill(dice.pick(book.descriptions), name, product, percentOf(facts)),
    callToAction: book.ctas[facts.cta] ?? "",
  };
}

/** URL of the page that an ad leads to. */
export function landingPage(library: SampleWorld, facts: Facts): string {
  const { domain } = library.advertiser(facts);
  return `https://www.${domain}/${facts.campaign.toString(36).slice(0, 6)}?src=${library.profile(facts.platform).segment}`;
}
