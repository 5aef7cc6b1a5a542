// Searches that are checked again and again: when, for how much, and what that brought.
export { intervals, type Interval } from "./schedule";
export { newsCsv, newsMarkdown } from "./newsText";
export { type News, newsOf } from "./news";
export { type CheckedWatch, type Watched, Watches } from "./watches";
export { WatchFile } from "./watchFile";
export { advertiserNews, comparedWords } from "./advertiserNews";
