import { tableNames } from "./tables";

/** Example queries in the SQL that DuckDB, ClickHouse and Spark have in common; `views.*.sql` creates the views. */
export const queries = {
  "ads-as-last-seen": `-- Each ad once, as it was seen last. Change the columns as you like.
select ad_key, platform, month, owner_name, title, domain, received_at, seen_in, raw
from (
  select s.*, row_number() over (partition by origin, ad_key order by received_at desc, answer, position) as newest
  from sightings s
) seen
where newest = 1
order by received_at desc, ad_key
`,
  "first-bought-per-week": `-- Ads by the week in which you bought them first. That says when you searched, not when they were launched.
select date_trunc('week', first_received) as week, ad_platform, count(*) as first_bought_ads
from (
  select origin, ad_key, min(platform) as ad_platform, min(received_at) as first_received
  from sightings
  group by origin, ad_key
) firsts
group by date_trunc('week', first_received), ad_platform
order by week, ad_platform
`,
  "launched-per-week": `-- Ads by the week in which they were launched: the day on which they were received, less the days that they had run, as
-- the service counts on cards and in details. Ads whose running time was not provided have no week.
select date_trunc('week', date '1970-01-01' + cast(launch_day as int)) as week, ad_platform, count(*) as launched_ads
from (
  select origin, ad_key, min(platform) as ad_platform, min(received_day - days_running) as launch_day
  from sightings
  where days_running is not null
  group by origin, ad_key
) launches
group by date_trunc('week', date '1970-01-01' + cast(launch_day as int)), ad_platform
order by week, ad_platform
`,
  "longest-running": `-- How long ads run: as the service counts, and as the dataset saw them, first to last day. One row for each ad; source
-- says where the service's number is from: the card of a search, or the ad's details.
select o.ad_key, o.first_received, o.last_received, o.observed_days, s.service_days, s.source
from (
  select origin, ad_key, min(received_at) as first_received, max(received_at) as last_received,
    max(received_day) - min(received_day) + 1 as observed_days
  from sightings
  group by origin, ad_key
) o
left join (
  select origin, ad_key, days_running as service_days, case when seen_in = 'detail' then 'detail' else 'card' end as source,
    row_number() over (partition by origin, ad_key order by days_running desc, received_at desc, answer, position) as place
  from sightings
  where days_running is not null
) s on s.origin = o.origin and s.ad_key = o.ad_key and s.place = 1
order by coalesce(s.service_days, o.observed_days) desc, o.ad_key
limit 100
`,
  "share-of-observed": `-- Each advertiser's share of the ads observed on a platform, with what that stands on: how many pages of how many
-- searches looked at this platform, and how many of these searches were read to their end. A search over all platforms
-- looks at each. It is a share of what was searched for, not of a market.
select a.platform, a.advertiser, a.advertiser_name, a.ads,
  cast(a.ads as double) / t.observed_ads as share, t.observed_ads, coalesce(c.pages, 0) as pages_here,
  coalesce(c.searches, 0) as searches_here, coalesce(c.at_end, 0) as searches_at_end
from (
  select platform, coalesce(owner_id, owner_name, 'not provided') as advertiser, max(owner_name) as advertiser_name,
    count(distinct ad_key) as ads
  from sightings
  group by platform, coalesce(owner_id, owner_name, 'not provided')
) a
join (select platform, count(distinct ad_key) as observed_ads from sightings group by platform) t on t.platform = a.platform
left join (
  select platform, count(distinct answer) as pages, count(distinct search) as searches,
    count(distinct case when has_next_page = false then search end) as at_end
  from (
    select platform, answer, concat(platform, body, coalesce(last_hit, '')) as search, has_next_page
    from pages
    where platform <> 'mega'
    union all
    select s.platform, p.answer, concat(p.platform, p.body, coalesce(p.last_hit, '')) as search, p.has_next_page
    from (select distinct platform from sightings) s
    cross join (select * from pages where platform = 'mega') p
  ) looks
  group by platform
) c on c.platform = a.platform
order by a.ads desc, a.platform, a.advertiser
`,
  "landing-domains": `-- Where ads lead: the domains of their links, and those on the way there (details only), without "www.".
select place_in_chain, site as domain, count(distinct ad_key) as ads,
  min(received_at) as first_received, max(received_at) as last_received
from (
  select 'target' as place_in_chain, ad_key, received_at,
    case when domain like 'www.%' then substr(domain, 5) else domain end as site
  from sightings
  where domain is not null
  union all
  select 'chain' as place_in_chain, ad_key, received_at,
    case when domain like 'www.%' then substr(domain, 5) else domain end as site
  from url_chain
  where domain is not null
) domains
group by place_in_chain, site
order by ads desc, domain, place_in_chain
`,
  "engagement-over-time": `-- The numbers of ads by day. An ad that was seen several times on a day counts once, with its largest number.
select ad_platform, name, received_day, count(*) as ads, sum(most) as total, max(most) as highest
from (
  select min(platform) as ad_platform, name, received_day, ad_key, max(value) as most
  from stats
  where value is not null
  group by name, received_day, ad_key
) daily
group by ad_platform, name, received_day
order by ad_platform, name, received_day
`,
  creatives: `-- Creatives: ads that have a text, an asset, or a landing page in common, or that you joined. The largest come first.
-- The groups are those of ad-library lens; the join leaves the ads that are in this dataset.
select g.creative, max(g.title) as creative_title, max(g.reasons) as why, count(*) as ads,
  count(distinct g.ad_platform) as platforms, count(distinct g.advertiser) as advertisers,
  min(g.first_seen_at) as first_seen, max(g.last_seen_at) as last_seen
from creative_group g
join (select distinct origin, ad_key from sightings) s on s.origin = g.origin and s.ad_key = g.ad_key
group by g.origin, g.creative
order by ads desc, g.creative
`,
  changes: `-- What the last run of each search brought, compared with the runs before: the figures of a comparison, a check's
-- summary, and What's New. A search of which nothing changed, or that has one run, has no row here.
select search_platform, body, max(received_at) as checked, max(compared_with) as earlier_run,
  sum(case when state = 'launched' then 1 else 0 end) as launched,
  sum(case when state = 'firstSeen' then 1 else 0 end) as first_seen,
  sum(case when state = 'changed' then 1 else 0 end) as changed,
  sum(case when state = 'absent' then 1 else 0 end) as absent,
  sum(case when state = 'notCovered' then 1 else 0 end) as not_covered
from changes
group by origin, api_version, search_platform, body
order by checked desc, search_platform, body
`,
} as const;

const all = (line: (table: string) => string) => `${tableNames.map((table) => line(table)).join("\n")}\n`;

/** The statements that create the tables in an engine, run from the dataset's folder. */
const views = {
  duckdb: all(
    (table) =>
      `create or replace view ${table} as select * from read_parquet('${table}/**/*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);`,
  ),
  clickhouse: `set use_hive_partitioning = 1;
set schema_inference_mode = 'union';
${all((table) => `create or replace view ${table} as select * from file('${table}/**/*.parquet', Parquet);`)}`,
  spark: `set spark.sql.sources.partitionColumnTypeInference.enabled=false;
set spark.sql.session.timeZone=UTC;
${all((table) => `create or replace temporary view ${table} using parquet options (path '${table}', mergeSchema 'true');`)}`,
};

const readme = `# A dataset of ads

Parquet files that query engines read as they are: one folder per table, with a subfolder per platform and month. \`schema/v1.json\` describes every column. \`manifest.json\` lists every file with its rows, bytes, SHA-256, and times, and every search with its pages. What was not provided is null.

A later run adds files and merges small ones into them; it changes no others, except that it replaces outdated ones in \`creative_group\` and \`changes\`. \`ad-library dataset verify DIR\` compares all files with the manifest, and \`ad-library dataset compact DIR\` merges the small files of past months.

The same queries run on each engine (\`queries/\`). Run these from this folder.

## DuckDB

\`\`\`sh
duckdb -init queries/views.duckdb.sql -c ".read queries/first-bought-per-week.sql"
\`\`\`

## ClickHouse, without a server

\`\`\`sh
cat queries/views.clickhouse.sql queries/first-bought-per-week.sql | clickhouse local --multiquery
\`\`\`

## Spark

\`\`\`sh
spark-sql -i queries/views.spark.sql -f queries/first-bought-per-week.sql
\`\`\`

On a cluster, use the paths of its storage, such as \`path 's3a://bucket/ads/sightings'\`.

## pandas

\`\`\`python
import pandas as pd
ads = pd.read_parquet("sightings", dtype_backend="pyarrow")  # its integers stay exact beside nulls
newest = ads.sort_values("received_at").groupby(["origin", "ad_key"]).tail(1)
print(newest.groupby("platform", observed=True).size())
\`\`\`

## Polars

\`\`\`python
import polars as pl
ads = pl.scan_parquet("sightings/**/*.parquet", hive_partitioning=True, try_parse_hive_dates=False)
print(ads.group_by("platform").agg(pl.col("ad_key").n_unique()).collect())
\`\`\`
`;

/** The files next to a dataset's tables, by path. */
export const datasetTexts: Readonly<Record<string, string>> = {
  "README.md": readme,
  ...Object.fromEntries(Object.entries(views).map(([engine, sql]) => [`queries/views.${engine}.sql`, sql])),
  ...Object.fromEntries(Object.entries(queries).map(([name, sql]) => [`queries/${name}.sql`, `${sql.trimEnd()};\n`])),
};
