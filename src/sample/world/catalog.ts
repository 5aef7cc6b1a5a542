/** A selectable item as the service sends it. */
export interface CatalogItem {
  readonly key: number | string;
  readonly label: string | null;
  readonly icon: string | null;
}

/** A country that ads run in. `language` is the position of its language in `phraseBooks`. */
interface Country {
  readonly code: string;
  readonly label: string;
  readonly language: number;
  /** How many advertisers have their home here, relative to the others. */
  readonly weight: number;
}

const country = (code: string, label: string, language: number, weight: number): Country => ({
  code,
  label,
  language,
  weight,
});

/** At most 32, because the countries of an ad are a mask of 32 bits. */
export const countries: readonly Country[] = [
  country("us", "United States", 0, 30),
  country("gb", "United Kingdom", 0, 12),
  country("ca", "Canada", 0, 7),
  country("au", "Australia", 0, 6),
  country("ie", "Ireland", 0, 2),
  country("de", "Germany", 1, 10),
  country("at", "Austria", 1, 2),
  country("ch", "Switzerland", 1, 2),
  country("fr", "France", 2, 9),
  country("be", "Belgium", 2, 2),
  country("es", "Spain", 3, 6),
  country("mx", "Mexico", 3, 5),
  country("ar", "Argentina", 3, 3),
  country("br", "Brazil", 4, 8),
  country("pt", "Portugal", 4, 2),
  country("it", "Italy", 5, 6),
  country("nl", "Netherlands", 6, 4),
  country("pl", "Poland", 7, 4),
  country("tr", "Türkiye", 8, 4),
  country("ua", "Ukraine", 9, 2),
  country("se", "Sweden", 10, 3),
  country("sa", "Saudi Arabia", 11, 3),
  country("ae", "United Arab Emirates", 11, 3),
  country("eg", "Egypt", 11, 2),
  country("il", "Israel", 12, 3),
  country("in", "India", 13, 7),
  country("th", "Thailand", 14, 4),
  country("jp", "Japan", 15, 8),
  country("kr", "South Korea", 16, 6),
  country("tw", "Taiwan", 17, 4),
  country("sg", "Singapore", 0, 2),
  country("za", "South Africa", 0, 3),
];

/** A line of business of advertisers. The order is part of the data: phrase books list their products in it. */
interface Vertical {
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

/** Ten topics of each vertical, in the order of `verticals`. */
const topics: readonly string[] = [
  "Skincare|Makeup|Hair care|Perfume|Nail art|Barbering|Clean beauty|Sunscreen|K-beauty|Aromatherapy",
  "Streetwear|Slow fashion|Denim|Sneakers|Jewelry|Watches|Handbags|Vintage clothing|Tailoring|Outdoor clothing",
  "Interior design|Gardening|Houseplants|Kitchenware|Home office|Bedding|Lighting|DIY|Ceramics|Smart home",
  "Coffee|Baking|Vegan cooking|Barbecue|Wine|Tea|Meal prep|Street food|Olive oil|Fermentation",
  "Running|Yoga|Strength training|Cycling|Climbing|Swimming|Pilates|Trail running|Martial arts|Recovery",
  "City breaks|Rail travel|Camping|Surf trips|Ski vacations|Backpacking|Cruises|Road trips|Food tours|Wellness retreats",
  "Personal finance|Investing|Budgeting|Freelancing|Real estate|Insurance|Retirement|Banking|Accounting|Crowdfunding",
  "Language learning|Programming|Data science|Music lessons|Photography|Drawing|Test preparation|Public speaking|Math|History",
  "Role-playing games|Puzzle games|Strategy games|Esports|Board games|Farming games|Racing games|Retro games|Card games|Simulation games",
  "Dogs|Cats|Aquariums|Horseback riding|Birdwatching|Dog training|Pet nutrition|Rescue animals|Reptiles|Small pets",
  "Headphones|Home theater|Keyboards|Photography gear|Wearables|3D printing|Drones|Home networking|Smartphones|Laptops",
  "E-bikes|Electric cars|Motorcycles|Camper vans|Car care|Classic cars|Commuting|Car sharing|Motorsport|Scooters",
];

const facets =
  "|for beginners|tips|gear|reviews|magazines|clubs|events|on a budget|luxury|history|podcasts|schools|competitions|for families|for seniors|trends|local shops|communities|careers".split(
    "|",
  );

const categoryNouns: readonly string[] = [
  "Cosmetics|Hair salon|Perfumery|Skincare",
  "Clothing|Footwear|Accessories|Jewelry",
  "Furniture|Garden center|Kitchen supply|Bedding",
  "Coffee|Bakery|Grocery|Restaurant",
  "Gym|Sports supply|Yoga|Cycling",
  "Travel agency|Hotel|Rail|Airline",
  "Bank|Insurance|Software|Accounting",
  "Language school|University|Tutoring|Music school",
  "Game developer|Arcade|Toy|Board game",
  "Pet supply|Veterinary|Kennel|Aquarium",
  "Electronics|Audio|Computer|Phone",
  "Car dealer|Bicycle|Tire|Car rental",
];
const categoryKinds =
  "brand|shop|chain|website|online shop|wholesaler|startup|association|magazine|club|manufacturer|importer|outlet|marketplace|consultancy|studio|event|franchise|cooperative|subscription|rental|repair service|app|community|school|museum|laboratory|workshop|agency|distributor".split(
    "|",
  );

/** How many interests, and how many owner categories, each vertical has. */
export const interestsPerVertical = 10 * facets.length;
export const ownerCategoriesPerVertical = 4 * categoryKinds.length;

/** All 2,400 interests, with integer keys. Ads refer to them by position. */
export const interests: readonly CatalogItem[] = verticals.flatMap(({ key }, vertical) =>
  (topics[vertical] ?? "").split("|").flatMap((topic, t) =>
    facets.map((facet, f) => ({
      key: 6_003_000_000_000 + (vertical * 1000 + t * 50 + f) * 137,
      label: facet === "" ? topic : `${topic} ${facet}`,
      icon: facet === "" ? key : null,
    })),
  ),
);

/** All 1,440 categories of owners, with integer keys. Ads refer to them by position. Some have no label. */
export const ownerCategories: readonly CatalogItem[] = verticals.flatMap(({ key }, vertical) =>
  (categoryNouns[vertical] ?? "").split("|").flatMap((noun, n) =>
    categoryKinds.map((kind, k) => ({
      key: 2200 + vertical * 400 + n * 60 + k,
      label: (n * 30 + k) % 71 === 70 ? null : `${noun} ${kind}`,
      icon: k === 0 ? key : null,
    })),
  ),
);

const places = (
  "Harbor Summit Valley Prairie Coastal Northern Capital Riverside Lakeview Desert Island Meadow Metro Highland Bayside " +
  "Evergreen Sunset Granite Juniper Cedar Maple Willow Orchard Lantern Beacon Compass Copper Silver Amber Scarlet Indigo " +
  "Crimson Atlas Orion Polar Zenith Aurora Solstice Equinox Meridian"
).split(" ");
const papers = (
  "Gazette Herald Courier Dispatch Chronicle Ledger Mirror Observer Post Record Review Sentinel Standard Star Sun Times " +
  "Tribune Voice Weekly Digest Recipes Gaming Sports Travel Health Parents Garden Motor Tech Science Film Music Style " +
  "Kitchen Money Careers Weather Puzzles Quiz Stories Trails Pets Photo Crafts Books Comics Radio Markets Homes Daily " +
  "Deals Coupons Fitness Yoga Runner Cyclist Angler Sailing Aviation Trains Museum Theater Poetry Garage Antiques Astronomy " +
  "Birding Climbing Camping Hiking Skiing Surfing Chess Knitting Woodwork Pottery Baking Brewing Vineyard Farming " +
  "Beekeeping Forestry Fashion Beauty Weddings Nursing Teachers Students Lawyers Builders Traders Startups Coders Makers"
).split(" ");
const hobbies = (
  "coffee running plants cooking budget travel photography gaming laptops keyboards headphones cycling camping hiking " +
  "chess books movies music guitar piano drawing pottery sewing knitting woodworking gardening bees dogs cats aquariums " +
  "birds astronomy physics maths history languages writing poetry frugal investing startups freelance careers"
).split(" ");
const groups = (
  "fans advice help daily deals gear beginners memes pics questions stories reviews meetups projects tips lounge uk us eu " +
  "asia women over30 students pros builds hacks science history art local market swap rants wins news polls"
).split(" ");

/** Some 3,800 publishers, with integer keys. Ads refer to them by position. A few have no label, only their key. */
export const publishers: readonly CatalogItem[] = places.flatMap((place, p) =>
  papers.map((paper, i) => ({
    key: 10_000 + p * 128 + i,
    label: (p * 31 + i) % 97 === 0 ? null : `${place} ${paper}`,
    icon: null,
  })),
);

/** Some 1,500 communities of the forum, with string keys. Ads refer to them by position. */
export const communities: readonly CatalogItem[] = hobbies.flatMap((topic) =>
  groups.map((group) => ({ key: `${topic}_${group}`, label: `r/${topic}_${group}`, icon: "community" })),
);

export const publisherCount = publishers.length;
export const communityCount = communities.length;
