import { countries, verticals } from "./catalog";
import { phraseBooks } from "../words/phraseBooks";
import { Dice, mix } from "./random";

/** A made-up company. It advertises on several platforms, always with the same name and domain. */
export interface Advertiser {
  readonly index: number;
  readonly name: string;
  readonly domain: string;
  readonly vertical: number;
  /** Position of its home country in `countries`. */
  readonly country: number;
  readonly language: number;
  /** Visits of its domain in an ordinary month. */
  readonly monthlyVisits: number;
  /** Age of its domain when the made-up world began, in months. */
  readonly domainMonths: number;
  readonly verified: boolean;
  /** Brand color (hue), in degrees. */
  readonly hue: number;
}

const stems = (
  "Nor Vel Lum Kar Sol Fen Bri Tal Mar Oki Zen Pal Hel Win Ast Cor Dal Eve Fjo Gal Hav Ind Jun Kel Lar Mon Nim Ola " +
  "Per Qui Riv Sun Tor Umb Vir Wes Xan Yar Zel Alb Bel Cas Dor Eli Far Gre Hol Iso Jas Kin Lin Mir Ned Orb Pin Ros " +
  "Sil Tam Uma Vos Wil Yon Zor Amb"
).split(" ");
const endings = (
  "ava ora ique wood field ella ium berg lane ano ista well ford ine a ero ley mark mont nest ova pine quist rock sen " +
  "stone thal una vale way wyn yard zeno bay brook cove craft crest dale dell dew dune ette fern fold forge gate glow " +
  "grove harbor haus hill ia isle kind lark leaf line loft loom luxe mead mill moor nova oak olo path peak port reed " +
  "ridge rise shore sky spring tide wave wick"
).split(" ");

/** The number of advertisers. The Latin part of the name is different for each. */
export const advertiserCount = 5000;

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, "-");

function nameOf(latin: string, tail: string, words: readonly string[] | undefined, dice: Dice): string {
  const full = dice.chance(0.65) ? `${latin} ${tail}` : latin;
  return words && dice.chance(0.6) ? `${dice.pick(words)} ${latin}` : full;
}

const diceOf = (index: number, seed: number): Dice => new Dice(mix(seed ^ 0x0adae7, index));

/** The vertical is thrown first, so that it is known without the rest of an advertiser. */
const verticalOf = (dice: Dice): number => dice.below(verticals.length);

function createAdvertiser(index: number, seed: number): Advertiser {
  const dice = diceOf(index, seed);
  const latin = `${stems[index % stems.length] ?? ""}${endings[Math.floor(index / stems.length)] ?? ""}`;
  const vertical = verticalOf(dice);
  const tail = dice.pick(verticals[vertical]?.brandTails ?? []);
  const country = dice.weighted(countries.map(({ weight }) => weight));
  const language = countries[country]?.language ?? 0;
  return {
    index,
    name: nameOf(latin, tail, phraseBooks[language]?.brandWords, dice),
    domain: `${slug(dice.chance(0.5) ? `${latin} ${tail}` : latin)}${dice.chance(0.2) ? "-shop" : ""}.example`,
    vertical,
    country,
    language,
    monthlyVisits: Math.floor(800 * Math.exp(dice.next() * 4.2 + dice.next() * 4.2)),
    domainMonths: dice.between(2, 260),
    verified: dice.chance(0.35),
    hue: dice.below(360),
  };
}

/** The advertisers of a seed. */
export class Advertisers {
  private readonly made: (Advertiser | undefined)[] = [];
  private readonly byVertical: readonly (readonly number[])[];

  constructor(private readonly seed: number) {
    const lists: number[][] = verticals.map(() => []);
    for (let i = 0; i < advertiserCount; i++) lists[verticalOf(diceOf(i, seed))]?.push(i);
    this.byVertical = lists;
  }

  get(index: number): Advertiser {
    return (this.made[index] ??= createAdvertiser(index, this.seed));
  }

  /**
   * Picks an advertiser of a vertical. A few are picked often, most seldom, and each platform has its own favorites.
   */
  pick(vertical: number, platform: number, dice: Dice): Advertiser {
    const list = this.byVertical[vertical] ?? [];
    const rank = Math.floor(dice.next() ** 2.4 * list.length);
    return this.get(list[(rank * 7 + platform * 131) % list.length] ?? 0);
  }
}
