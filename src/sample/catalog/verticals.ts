/** A line of business of advertisers. The order is part of the data: phrase books list their products in it. */
export interface Vertical {
  readonly key: string;
  readonly label: string;
  /** Words that such brands put after their name. */
  readonly brandTails: readonly string[];
  /** Positions in `callsToAction` of the buttons that such ads show, each as often as it is listed. */
  readonly ctas: readonly number[];
}

const vertical = (key: string, label: string, brandTails: string, ctas: readonly number[]): Vertical => ({
  key,
  label,
  brandTails: brandTails.split(" "),
  ctas,
});

export const verticals: readonly Vertical[] = [
  vertical("beauty", "Beauty", "Skin Botanics Lab Beauty", [0, 0, 1, 5]),
  vertical("fashion", "Fashion", "Studio Apparel Atelier Wear", [0, 0, 1, 5]),
  vertical("home", "Home & living", "Home Living Interiors Works", [0, 0, 1, 5]),
  vertical("food", "Food & drink", "Foods Kitchen Roasters Pantry", [0, 6, 1, 5]),
  vertical("fitness", "Fitness", "Athletics Movement Sport Fit", [0, 2, 1, 3]),
  vertical("travel", "Travel", "Travel Journeys Escapes Rail", [4, 4, 1, 5]),
  vertical("finance", "Finance", "Pay Money Capital Bank", [2, 1, 3, 2]),
  vertical("learning", "Education", "Academy Learning School Classes", [2, 1, 4, 2]),
  vertical("games", "Games", "Games Interactive Play Arcade", [7, 3, 7, 3]),
  vertical("pets", "Pets", "Pets Paws Companions Tails", [0, 6, 1, 5]),
  vertical("tech", "Electronics", "Audio Labs Devices Systems", [0, 1, 0, 5]),
  vertical("mobility", "Cars & mobility", "Mobility Motors Cycles Drive", [1, 4, 0, 1]),
];

/** Keys and English labels of the calls to action. Ads and phrase books refer to them by position. */
export const callsToAction: readonly { readonly key: string; readonly label: string }[] = [
  { key: "shop_now", label: "Shop now" },
  { key: "learn_more", label: "Learn more" },
  { key: "sign_up", label: "Sign up" },
  { key: "download", label: "Download" },
  { key: "book_now", label: "Book now" },
  { key: "get_offer", label: "Get offer" },
  { key: "subscribe", label: "Subscribe" },
  { key: "play_now", label: "Play now" },
];
