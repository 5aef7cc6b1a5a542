/** A V1 sort and its V2 equivalent (docs/api.md, "V1 orderby enumerations"). */
export interface SortV1 {
  readonly orderby: string;
  readonly v2: { readonly orderby: string; readonly order: "asc" | "desc" };
}

/** Each platform offers some of these; its form says which. Of two with the same meaning, the usual one comes first. */
export const sortsV1: readonly SortV1[] = [
  { orderby: "updated_at", v2: { orderby: "newest", order: "desc" } },
  { orderby: "oldest", v2: { orderby: "newest", order: "asc" } },
  { orderby: "popularity", v2: { orderby: "engagement", order: "desc" } },
  { orderby: "most_relevant", v2: { orderby: "relevancy", order: "desc" } },
  { orderby: "seen_counts", v2: { orderby: "ad_impressions", order: "desc" } },
  { orderby: "impressions", v2: { orderby: "ad_impressions", order: "desc" } },
  { orderby: "days_active", v2: { orderby: "days_running", order: "desc" } },
  { orderby: "running_longest", v2: { orderby: "days_running", order: "desc" } },
  { orderby: "domain.traffic", v2: { orderby: "web_traffic", order: "desc" } },
];
