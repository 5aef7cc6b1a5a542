import type { CatalogItem } from "./catalogItem";
import { verticals } from "./verticals";

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

const facets = [
  "",
  "for beginners",
  "tips",
  "gear",
  "reviews",
  "magazines",
  "clubs",
  "events",
  "on a budget",
  "luxury",
  "history",
  "podcasts",
  "schools",
  "competitions",
  "for families",
  "for seniors",
  "trends",
  "local shops",
  "communities",
  "careers",
];

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
const categoryKinds = [
  "brand",
  "shop",
  "chain",
  "website",
  "online shop",
  "wholesaler",
  "startup",
  "association",
  "magazine",
  "club",
  "manufacturer",
  "importer",
  "outlet",
  "marketplace",
  "consultancy",
  "studio",
  "event",
  "franchise",
  "cooperative",
  "subscription",
  "rental",
  "repair service",
  "app",
  "community",
  "school",
  "museum",
  "laboratory",
  "workshop",
  "agency",
  "distributor",
];

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
