import type { CatalogItem } from "./catalogItem";

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
const topics = (
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
export const communities: readonly CatalogItem[] = topics.flatMap((topic) =>
  groups.map((group) => ({ key: `${topic}_${group}`, label: `r/${topic}_${group}`, icon: "community" })),
);

export const publisherCount = publishers.length;
export const communityCount = communities.length;
