import { countries } from "../catalog/countries";
import { callsToAction, verticals } from "../catalog/verticals";
import { adFeatures, behaviorNames, operatingSystems, paletteNames } from "../world/facts";
import { daysRunning, isActive, lastSeen } from "../world/growth";
import type { PlatformProfile } from "../world/platformProfiles";
import { phraseBooks } from "../words/phraseBooks";
import { choice, days, flag, named, numbered, overlap, range } from "./filterKinds";
import type { FilterLook, SampleFilter } from "./sampleFilter";

type Component = FilterLook["component"];

const hasBit = (mask: number, position: number): boolean => ((mask >>> position) & 1) === 1;

/**
 * The position is the value of `Facts.gender`. Everybody has key 3, as in services that have one bit for each gender.
 */
const genderItems = [
  { key: 3, label: "Everybody", icon: "people" },
  { key: 1, label: "Women", icon: "female" },
  { key: 2, label: "Men", icon: "male" },
];

export const gender = (component: Component): SampleFilter =>
  choice("gender", { component, label: "Gender" }, genderItems, (facts, i) => facts.gender === i);

export const targetAge: SampleFilter = overlap(
  "target_age",
  { component: "NumberMultiRange", label: "Age", min: 13, max: 65, infinite: true, default: [13, 65] },
  (facts) => [facts.ageFrom, facts.ageTo],
);

export const systems: SampleFilter = choice(
  "os",
  { component: "StringMulti", label: "Operating system" },
  numbered(operatingSystems, 1, ["android", "apple", "windows", "apple", "linux"]),
  (facts, i) => hasBit(facts.systems, i),
);

export const region = (component: Component): SampleFilter =>
  choice(
    "countries",
    { component, label: "Country", icon: "globe", placeholder: "Search countries" },
    countries.map(({ code, label }) => ({ key: code, label, icon: code })),
    (facts, i) => hasBit(facts.countries, i),
  );

export const language = (component: Component): SampleFilter =>
  choice(
    "languages",
    { component, label: "Language" },
    phraseBooks.map(({ code, label }) => ({ key: code, label, icon: null })),
    (facts, i) => facts.language === i,
  );

export const callToAction = (component: Component): SampleFilter =>
  choice(
    "call_to_action",
    { component, label: "Button" },
    named(callsToAction.map(({ key, label }) => [key, label])),
    (facts, i) => facts.cta === i,
  );

export const category = (component: Component): SampleFilter =>
  choice(
    "category",
    { component, label: "Category" },
    numbered(
      verticals.map(({ label }) => label),
      100,
    ),
    (facts, i) => facts.vertical === i,
  );

/** A carousel is an ad with several pictures. Its item has only a key, no label. */
export const mediaType: SampleFilter = choice(
  "ad_type",
  { component: "StringMulti", label: "Format" },
  named([
    ["image", "Image"],
    ["video", "Video"],
    ["carousel", null],
  ]),
  (facts, i) => (i === 0 ? facts.media === 0 && facts.pieces === 1 : i === 1 ? facts.media > 0 : facts.pieces > 1),
);

export const placements = (profile: PlatformProfile): SampleFilter =>
  choice("placements", { component: "StringMulti", label: "Placement" }, numbered(profile.placements), (facts, i) =>
    hasBit(facts.placements, i),
  );

export const behaviors: SampleFilter = choice(
  "behaviors",
  { component: "StringMultiSearchable", label: "Behavior", description: "Known behavior of the audience" },
  numbered(behaviorNames, 700),
  (facts, i) => facts.behavior === i,
);

export const features: SampleFilter = choice(
  "features",
  { component: "BooleanMulti", label: "Features" },
  numbered(adFeatures),
  (facts, i) => hasBit(facts.features, i),
);

/** A filter with a component that no client knows. Its values are accepted all the same. */
export const palette: SampleFilter = choice(
  "palette",
  { component: "SwatchPicker", label: "Dominant color" },
  numbered(
    paletteNames,
    1,
    paletteNames.map((name) => name.toLowerCase()),
  ),
  (facts, i) => facts.palette === i,
);

const yesOrNo = (yes: string, no: string) => [
  { key: 1, label: yes, icon: null },
  { key: 0, label: no, icon: null },
];

export const active: SampleFilter = {
  ...choice("active", { component: "BooleanSingle", label: "Status" }, yesOrNo("Running", "Stopped"), () => true),
  compile(value, library) {
    const running = choice("active", { component: "BooleanSingle" }, yesOrNo("Running", "Stopped"), () => true);
    running.compile(value, library);
    const wanted = Array.isArray(value) ? value.map((key: unknown) => key === 1 || key === true) : [];
    return (facts, second) => wanted.length === 0 || wanted.includes(isActive(facts, second));
  },
};

export const couponOnly: SampleFilter = choice(
  "has_coupon",
  { component: "BooleanSingle", label: "Coupon" },
  yesOrNo("With a coupon", "Without a coupon"),
  (facts, i) => hasBit(facts.features, 1) === (i === 0),
);

export const bookmarked: SampleFilter = flag(
  "is_bookmarked",
  { component: "CBoolean", label: "My bookmarks only", disableOther: true },
  (facts) => facts.bookmarked === 1,
);

export const creatorOnly: SampleFilter = flag(
  "creator_only",
  { component: "CBoolean", label: "Made with creators" },
  (facts) => hasBit(facts.features, 4),
);

export const running: SampleFilter = range(
  "days_running",
  { component: "NumberMultiRange", label: "Days running", min: 1, max: 365, infinite: true, default: [1, 365] },
  daysRunning,
);

export const duration: SampleFilter = range(
  "duration",
  { component: "NumberSingleRange", label: "Video length in seconds", min: 0, max: 60, infinite: true },
  (facts) => facts.duration,
);

export const seenBetween: SampleFilter = days(
  "seen_between",
  { component: "DateMulti", label: "Seen between", disableOther: ["seen_since"] },
  (facts, second) => [facts.first, lastSeen(facts, second)],
);

export const firstSeen: SampleFilter = days("first_seen", { component: "DateMulti", label: "First seen" }, (facts) => [
  facts.first,
  facts.first,
]);

export const seenSince: SampleFilter = days(
  "seen_since",
  { component: "DateSingle", label: "Still seen on or after" },
  (facts, second) => [lastSeen(facts, second), lastSeen(facts, second)],
);
