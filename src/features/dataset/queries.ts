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
  "new-per-week": `-- Ads by the week in which the dataset saw them first. That is no earlier than the first search for them.
select date_trunc('week', first_received) as week, ad_platform, count(*) as new_ads
from (
  select origin, ad_key, min(platform) as ad_platform, min(received_at) as first_received
  from sightings
  group by origin, ad_key
) firsts
group by date_trunc('week', first_received), ad_platform
order by week, ad_platform
`,
  "longest-running": `-- How long ads run: as the service counts (details only), and as the dataset saw them, first to last day.
select o.ad_key, o.first_received, o.last_received, o.observed_days, d.service_days
from (
  select origin, ad_key, min(received_at) as first_received, max(received_at) as last_received,
    max(received_day) - min(received_day) + 1 as observed_days
  from sightings
  group by origin, ad_key
) o
left join (
  select origin, ad_key, max(days_running) as service_days
  from details
  group by origin, ad_key
) d on d.origin = o.origin and d.ad_key = o.ad_key
order by coalesce(d.service_days, o.observed_days) desc, o.ad_key
limit 100
`,
  "share-by-advertiser": `-- Each advertiser's share of the ads observed, with what that stands on: how many pages of how many searches are here,
-- and how many of these searches were read to their end. It is a share of what was searched for, not of a market.
select a.platform, a.advertiser, a.advertiser_name, a.ads,
  cast(a.ads as double) / t.observed_ads as share, t.observed_ads, c.pages_here, c.searches_here, c.searches_at_end
from (
  select platform, coalesce(owner_id, owner_name, 'not provided') as advertiser, max(owner_name) as advertiser_name,
    count(distinct ad_key) as ads
  from sightings
  group by platform, coalesce(owner_id, owner_name, 'not provided')
) a
join (select platform, count(distinct ad_key) as observed_ads from sightings group by platform) t on t.platform = a.platform
cross join (
  select count(distinct answer) as pages_here, count(distinct concat(body, coalesce(last_hit, ''))) as searches_here,
    count(distinct case when has_next_page = false then concat(body, coalesce(last_hit, '')) end) as searches_at_end
  from pages
) c
order by a.ads desc, a.platform, a.advertiser
`,
  "landing-domains": `-- Where ads lead: the domains of their links, and those on the way there (details only).
select place_in_chain, domain, ads, first_received, last_received
from (
  select 'target' as place_in_chain, domain, count(distinct ad_key) as ads,
    min(received_at) as first_received, max(received_at) as last_received
  from sightings
  where domain is not null
  group by domain
  union all
  select 'chain' as place_in_chain, domain, count(distinct ad_key) as ads,
    min(received_at) as first_received, max(received_at) as last_received
  from url_chain
  where domain is not null
  group by domain
) domains
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
} as const;
