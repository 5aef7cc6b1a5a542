// Twelve search files for the sample library: four correct ones, and eight with a mistake each.

/** The files' texts by their names. */
export const searchFiles: Readonly<Record<string, string>> = {
  "all-ads.adsearch.json": `{ "platform": "mega", "body": {} }
`,
  "running-shoes.adsearch.json": `{
  "$schema": "adlibrary-schema:/search.json",
  "name": "Running shoes, newest",
  "platform": "tiktok",
  "body": {
    // What people read, not who pays for it.
    "search_field": [{ "type": "text", "text": "running shoes" }],
    "target_age": [18, 34],
    "interests": [6003000548000],
    "advanced_order": { "orderby": "newest", "order": "desc" },
  },
  "pages": 5
}
`,
  "women-30-days.adsearch.json": `{
  "platform": "facebook",
  "body": { "gender": [1], "days_running": [30, 365], "seen_since": ["2026-01-31"], "verified_owner": [true] }
}
`,
  "coupons.adsearch.json": `{ "name": "Coupons", "platform": "NATIVE", "body": { "has_coupon": [1], "countries": ["us", "gb"] }, "pages": 2 }
`,
  "platform.adsearch.json": `{
  "platform": "tik-tok",
  "body": { "gender": [1] },
  "pagse": 3
}
`,
  "filters.adsearch.json": `{
  "platform": "facebook",
  "body": {
    "genders": [1],
    "affiliate_networks": [2],
    "creator_only": [true],
    "page": 2,
    "api_key": "key-of-somebody"
  }
}
`,
  "items.adsearch.json": `{
  "platform": "facebook",
  "body": {
    "gender": ["1", "Women", 4],
    "countries": ["us", "uk"],
    "interests": ["Running", 1],
    "call_to_action": ["shop_now", "learn_more"]
  }
}
`,
  "sort.adsearch.json": `{
  "platform": "native",
  "body": { "advanced_order": { "orderby": "engagement", "order": "desc" } }
}
`,
  "ranges.adsearch.json": `{
  "platform": "facebook",
  "body": {
    "target_age": [40, 20],
    "days_running": [0, 400],
    "engagement": [100, 9007199254740993],
    "impressions": ["10", 2.5],
    "web_traffic": [5],
    "seen_between": ["2026/1/5", "2026-02-30"]
  }
}
`,
  "types.adsearch.json": `{
  "name": 7,
  "platform": "facebook",
  "body": {
    "search_field": ["shoes", { "type": "txt", "text": "boots" }, { "type": "text", "text": " " }],
    "advanced_order": "newest",
    "os": [{ "key": 1 }],
    "is_bookmarked": ["yes"]
  },
  "pages": "3",
  "snapshot": 1769904000123456789
}
`,
  "syntax.adsearch.json": `{
  "platform": "facebook",
  "body": { "gender": [1 }
  "pages": 2
}
`,
  "snapshot.adsearch.json": `{
  "$schema": "https://schemas.example/search.json",
  "platform": "tiktok",
  "body": { "active": [1], "active": [0] },
  "snapshot": "1769904000",
  "pages": 3
}
`,
};

/** The problems of each file by its name, as `toldProblem` writes them. */
export const expectedProblems: Readonly<Record<string, readonly string[]>> = {
  "all-ads.adsearch.json": [],
  "running-shoes.adsearch.json": [],
  "women-30-days.adsearch.json": [],
  "coupons.adsearch.json": [],
  "platform.adsearch.json": [
    '2:15-2:24 error unknownPlatform: There is no platform “tik-tok”. [Change to "tiktok"]',
    '4:3-4:10 warning unknownMember: “pagse” is not part of a search file and is ignored. [Change to "pages" | Remove]',
  ],
  "filters.adsearch.json": [
    '4:5-4:14 error unknownFilter: This platform has no filter “genders”. [Change to "gender" | Remove]',
    '5:5-5:25 error unknownFilter: This platform has no filter “affiliate_networks”. [Change to "affiliate_network" | Remove]',
    "6:5-6:19 error unknownFilter: This platform has no filter “creator_only”. [Remove]",
    "7:5-7:11 error reservedName: This name is reserved by the service. [Remove]",
    "8:5-8:14 error secret: Never put an API key in a file. Remove it, and replace the key if the file was shared. [Remove]",
  ],
  "items.adsearch.json": [
    '4:16-4:19 error unknownItem: This filter has no item "1". [Change to 1 (Women) | Remove]',
    '4:21-4:28 error unknownItem: This filter has no item "Women". [Change to 1 (Women) | Remove]',
    "4:30-4:31 error unknownItem: This filter has no item 4. [Remove]",
    '5:25-5:29 error unknownItem: This filter has no item "uk". [Remove]',
    "6:19-6:28 warning itemNotListed: The service doesn't list an item “Running” for this filter. Check it before you run the search. [Change to 6003000548000 (Running)]",
    "6:30-6:31 warning itemNotListed: The service doesn't list an item 1 for this filter. Check it before you run the search.",
    "7:36-7:48 error singleOnly: You can choose only one item here. [Keep only the first]",
  ],
  "sort.adsearch.json": [
    "3:44-3:56 error sortNotOffered: This platform can't sort by “engagement”. It would silently use another order and charge for it. [Change to newest (Newest) | Change to ad_impressions (Impressions) | Change to days_running (Days running) | Change to web_traffic (Site traffic) | Change to relevancy (Relevance)]",
  ],
  "ranges.adsearch.json": [
    "4:19-4:27 error rangeOrder: The lower bound is greater than the upper bound. [Swap the bounds]",
    "5:22-5:23 error rangeBounds: 0 is out of range. This filter accepts 1 to 365. [Change to 1]",
    "5:25-5:28 error rangeBounds: 400 is out of range. This filter accepts 1 to 365. [Change to 365]",
    "6:25-6:41 error integerTooLarge: This number can't be represented exactly. The largest exact integer is 9007199254740991.",
    "7:21-7:25 error wrongType: This must be a whole number. [Change to 10]",
    "8:20-8:23 error wrongType: This must be two whole numbers: the lower and upper bounds. [Change to [5, 5000000]]",
    '9:22-9:32 error badDate: 2026/1/5 is not a date. Write it as YYYY-MM-DD. [Change to "2026-01-05"]',
  ],
  "types.adsearch.json": [
    "2:11-2:12 error wrongType: This must be a name.",
    '5:22-5:29 error wrongType: This must be { "type": "text", "text": "…" }. [Change to { "type": "text", "text": "shoes" }]',
    "5:41-5:46 error unknownSubType: This filter has no type txt. [Change to text (Ad text)]",
    "5:93-5:96 error emptyText: Enter text, or remove this field. [Remove]",
    '6:23-6:31 error wrongType: This must be { "orderby": "newest", "order": "desc" }. [Change to { "orderby": "newest", "order": "desc" }]',
    "7:12-7:24 error wrongType: This must be an item key.",
    "8:23-8:28 error wrongType: This must be true. [Change to true]",
    "10:12-10:15 error wrongType: This must be a whole number of pages, from 1 to 1,000,000. [Change to 3]",
    '11:15-11:34 error wrongType: This must be the digits of a snapshot, in quotes. [Change to "1769904000123456789"]',
  ],
  "syntax.adsearch.json": ["3:26-3:27 error syntax: This is not valid JSON (comma expected)."],
  "snapshot.adsearch.json": [
    "2:14-2:51 warning foreignSchema: This schema is not from Ad Library Explorer. Your editor may download it. [Remove]",
    "4:28-4:36 error duplicateName: “active” appears twice. Only one of them counts.",
    "5:15-5:27 warning snapshotNotBought: Snapshot 1769904000 isn't in the archive and can't be bought, because each request for page 1 begins a new snapshot. Remove “snapshot” from the search file to get a new result, or import this snapshot's answers.",
  ],
};
