/** Marks the file as an archive of this extension (`pragma application_id`): "AdLb". */
export const applicationId = 0x41644c62;

/**
 * The steps from one schema version to the next. `pragma user_version` counts those done. Never edit one that has
 * shipped.
 */
export const migrations: readonly string[] = [
  `
  create table search (
    id integer primary key,
    origin text not null, version text not null, platform text not null, body text not null,
    unique (origin, version, platform, body)
  ) strict;
  create table snapshot (
    id integer primary key,
    search integer not null references search on delete cascade,
    last_hit text not null,
    received_at text not null,
    unique (search, last_hit)
  ) strict;
  create index snapshot_age on snapshot (received_at);
  create table pin (
    snapshot integer not null references snapshot on delete cascade,
    reason text not null,
    primary key (snapshot, reason)
  ) strict, without rowid;
  create table page (
    id integer primary key autoincrement,
    snapshot integer not null references snapshot on delete cascade,
    page integer not null,
    received_at text not null,
    coding text not null,
    payload blob not null,
    unique (snapshot, page)
  ) strict;
  create table detail (
    id integer primary key autoincrement,
    origin text not null, version text not null, platform text not null, ad_id text not null,
    received_at text not null,
    coding text not null,
    payload blob not null
  ) strict;
  create index detail_of on detail (origin, version, platform, ad_id, received_at);
  create table ad (
    id integer primary key,
    origin text not null, identity text not null,
    platform text, platform_name text not null, ad_id text,
    title text not null default '', owner text not null default '', domain text not null default '',
    body text not null default '', detail_body text not null default '',
    traffic any, active integer,
    received_at text not null,
    sighting integer not null default 0,
    card integer,
    indexed integer not null default 0,
    unique (origin, identity)
  ) strict;
  create index ad_newest on ad (sighting);
  create index ad_unindexed on ad (id) where indexed <> sighting;
  create table sighting (
    id integer primary key autoincrement,
    ad integer not null references ad on delete cascade,
    page integer references page on delete cascade,
    detail integer references detail on delete cascade,
    position integer not null,
    received_at text not null
  ) strict;
  create index sighting_ad on sighting (ad);
  create index sighting_page on sighting (page) where page is not null;
  create index sighting_detail on sighting (detail) where detail is not null;
  create table stat (
    sighting integer not null references sighting on delete cascade,
    name text not null,
    value any not null,
    primary key (sighting, name)
  ) strict, without rowid;
  `,
  `
  create table stat_block (block integer primary key) strict;
  create table stat_order (
    block integer not null references stat_block on delete cascade,
    name text not null,
    value any not null,
    sighting integer not null,
    primary key (block, name, value, sighting)
  ) strict, without rowid;
  create index ad_apart on ad (sighting) where card <> sighting;
  `,
  `
  alter table stat add column exact text;
  `,
  `
  create table loss (
    file text primary key,
    at text not null,
    saved integer not null, lost integer not null, agreed integer not null
  ) strict;
  create table pending (
    id integer primary key,
    received_at text not null,
    page integer references page on delete cascade,
    detail integer references detail on delete cascade
  ) strict;
  create index pending_oldest on pending (received_at, id);
  create index pending_page on pending (page) where page is not null;
  create index pending_detail on pending (detail) where detail is not null;
  `,
  `
  create table if not exists removal (day text primary key, answers integer not null) strict;
  `,
];

/** `rowid` is the ad's newest sighting, so "newest first" is the table's natural order. */
const wordTable = `
  create virtual table if not exists ad_text using fts5(
    title, owner, domain, body,
    content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
  )`;

/**
 * Leaves merging the word index's parts to `mergeSome`. By itself (`automerge`, and `crisismerge` above a number of
 * parts), FTS5 would do a lot of postponed merging in the commit of a few ads, and a search would wait 20 ms or more.
 */
const mergedApart = `
  insert into ad_text (ad_text, rank) values ('automerge', 0);
  insert into ad_text (ad_text, rank) values ('crisismerge', 500)`;

/** Creates the word index, or sets up one that an older version has created. */
export const wordIndex = `${wordTable}; ${mergedApart}`;
