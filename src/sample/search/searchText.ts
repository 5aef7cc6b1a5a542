import { bad } from "../request";
import { adTexts, landingPage } from "../world/adTexts";
import type { Facts } from "../world/facts";
import type { SampleWorld } from "../world/sampleWorld";
import { type Matcher, readList, type SampleFilter } from "./filterKinds";

/** Makes texts comparable. The library's own are already normalized; those of a search may not be. */
const plain = (text: string): string => text.normalize("NFC").toLowerCase();
const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** All texts of an ad that a search of type `text` covers, in lower case. */
export function searchableText(library: SampleWorld, facts: Facts): string {
  const { title, subtitle, description } = adTexts(library, facts);
  const { name, domain } = library.advertiser(facts);
  return `${title ?? ""}\n${subtitle}\n${description}\n${name}\n${domain}`.toLowerCase();
}

const everyWord = (words: readonly string[], text: string): boolean => words.every((word) => text.includes(word));

type Kind = (library: SampleWorld, text: string) => Matcher;

/** What each type of an entry matches. */
const kinds: Readonly<Record<string, Kind>> = {
  text: (library, text) => {
    const words = wordsOf(text);
    return (facts) => everyWord(words, searchableText(library, facts));
  },
  owner_name: (library, text) => {
    const words = wordsOf(text);
    return (facts) => everyWord(words, plain(library.advertiser(facts).name));
  },
  url: (library, text) => {
    const wanted = plain(text.trim());
    return (facts) => plain(landingPage(library, facts)).includes(wanted);
  },
  without_owner: (library, text) => {
    const unwanted = plain(text.trim());
    return (facts) => plain(library.advertiser(facts).name) !== unwanted && `${library.ownerId(facts)}` !== unwanted;
  },
  without_owner_name: (library, text) => {
    const words = wordsOf(text);
    return (facts) => words.length === 0 || !everyWord(words, plain(library.advertiser(facts).name));
  },
};

const labels: Readonly<Record<string, string>> = {
  text: "Ad text",
  owner_name: "Advertiser",
  url: "Landing page",
  without_owner: "Not this advertiser",
  without_owner_name: "Not this advertiser's name",
};

function compileOne(entry: unknown, library: SampleWorld, offered: readonly string[]): Matcher {
  if (typeof entry !== "object" || entry === null || !("type" in entry) || !("text" in entry)) {
    return bad("Each search_field must be an object with type and text.");
  }
  const { type, text } = entry;
  if (typeof text !== "string") return bad("The text of a search_field must be a string.");
  if (typeof type !== "string" || !offered.includes(type)) return bad("The type of a search_field is not offered.");
  return kinds[type]?.(library, text) ?? bad("The type of a search_field is not offered.");
}

/** The search box of a platform. An ad must match all of its entries. */
export function searchField(types: readonly string[]): SampleFilter {
  return {
    key: "search_field",
    look: {
      component: "SearchBox",
      label: "Keyword",
      icon: "search",
      placeholder: "Words in the ad",
      items: types.map((key) => ({ key, label: labels[key] ?? null, icon: null })),
      default: [],
      subKeys: { type: "type", main: "text" },
    },
    compile(value, library) {
      const matchers = readList("search_field", value).map((entry) => compileOne(entry, library, types));
      return (facts, second) => matchers.every((matches) => matches(facts, second));
    },
  };
}
