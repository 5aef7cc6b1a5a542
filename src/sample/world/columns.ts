import type { Facts } from "./facts";

/**
 * The facts of up to `size` ads in typed arrays, without `platform`, `index`, and `first`, which tell the ads apart.
 */
export class Columns {
  private readonly advertiser: Uint16Array;
  private readonly campaign: Uint32Array;
  private readonly vertical: Uint8Array;
  private readonly language: Uint8Array;
  private readonly product: Uint8Array;
  private readonly countries: Uint32Array;
  private readonly gender: Uint8Array;
  private readonly ageFrom: Uint8Array;
  private readonly ageTo: Uint8Array;
  private readonly systems: Uint8Array;
  private readonly cta: Uint8Array;
  private readonly media: Uint8Array;
  private readonly pieces: Uint8Array;
  private readonly ratio: Uint8Array;
  private readonly placements: Uint8Array;
  private readonly interestA: Uint16Array;
  private readonly interestB: Uint16Array;
  private readonly behavior: Uint8Array;
  private readonly ownerCategory: Uint16Array;
  private readonly publisherA: Uint16Array;
  private readonly publisherB: Uint16Array;
  private readonly community: Uint16Array;
  private readonly network: Uint8Array;
  private readonly tracker: Uint8Array;
  private readonly affiliate: Uint8Array;
  private readonly features: Uint8Array;
  private readonly palette: Uint8Array;
  private readonly runSeconds: Uint32Array;
  private readonly everySeconds: Uint32Array;
  private readonly impressions: Uint32Array;
  private readonly engagement: Uint32Array;
  private readonly curve: Uint8Array;
  private readonly duration: Uint8Array;
  private readonly bookmarked: Uint8Array;

  constructor(size: number) {
    this.advertiser = new Uint16Array(size);
    this.campaign = new Uint32Array(size);
    this.vertical = new Uint8Array(size);
    this.language = new Uint8Array(size);
    this.product = new Uint8Array(size);
    this.countries = new Uint32Array(size);
    this.gender = new Uint8Array(size);
    this.ageFrom = new Uint8Array(size);
    this.ageTo = new Uint8Array(size);
    this.systems = new Uint8Array(size);
    this.cta = new Uint8Array(size);
    this.media = new Uint8Array(size);
    this.pieces = new Uint8Array(size);
    this.ratio = new Uint8Array(size);
    this.placements = new Uint8Array(size);
    this.interestA = new Uint16Array(size);
    this.interestB = new Uint16Array(size);
    this.behavior = new Uint8Array(size);
    this.ownerCategory = new Uint16Array(size);
    this.publisherA = new Uint16Array(size);
    this.publisherB = new Uint16Array(size);
    this.community = new Uint16Array(size);
    this.network = new Uint8Array(size);
    this.tracker = new Uint8Array(size);
    this.affiliate = new Uint8Array(size);
    this.features = new Uint8Array(size);
    this.palette = new Uint8Array(size);
    this.runSeconds = new Uint32Array(size);
    this.everySeconds = new Uint32Array(size);
    this.impressions = new Uint32Array(size);
    this.engagement = new Uint32Array(size);
    this.curve = new Uint8Array(size);
    this.duration = new Uint8Array(size);
    this.bookmarked = new Uint8Array(size);
  }

  write(at: number, facts: Facts): void {
    this.advertiser[at] = facts.advertiser;
    this.campaign[at] = facts.campaign;
    this.vertical[at] = facts.vertical;
    this.language[at] = facts.language;
    this.product[at] = facts.product;
    this.countries[at] = facts.countries;
    this.gender[at] = facts.gender;
    this.ageFrom[at] = facts.ageFrom;
    this.ageTo[at] = facts.ageTo;
    this.systems[at] = facts.systems;
    this.cta[at] = facts.cta;
    this.media[at] = facts.media;
    this.pieces[at] = facts.pieces;
    this.ratio[at] = facts.ratio;
    this.placements[at] = facts.placements;
    this.interestA[at] = facts.interestA;
    this.interestB[at] = facts.interestB;
    this.behavior[at] = facts.behavior;
    this.ownerCategory[at] = facts.ownerCategory;
    this.publisherA[at] = facts.publisherA;
    this.publisherB[at] = facts.publisherB;
    this.community[at] = facts.community;
    this.network[at] = facts.network;
    this.tracker[at] = facts.tracker;
    this.affiliate[at] = facts.affiliate;
    this.features[at] = facts.features;
    this.palette[at] = facts.palette;
    this.runSeconds[at] = facts.runSeconds;
    this.everySeconds[at] = facts.everySeconds;
    this.impressions[at] = facts.impressions;
    this.engagement[at] = facts.engagement;
    this.curve[at] = facts.curve;
    this.duration[at] = facts.duration;
    this.bookmarked[at] = facts.bookmarked;
  }

  /** Writes the facts to `into`, so that reading many ads makes no garbage. */
  read(at: number, into: Facts): void {
    into.advertiser = this.advertiser[at] ?? 0;
    into.campaign = this.campaign[at] ?? 0;
    into.vertical = this.vertical[at] ?? 0;
    into.language = this.language[at] ?? 0;
    into.product = this.product[at] ?? 0;
    into.countries = this.countries[at] ?? 0;
    into.gender = this.gender[at] ?? 0;
    into.ageFrom = this.ageFrom[at] ?? 0;
    into.ageTo = this.ageTo[at] ?? 0;
    into.systems = this.systems[at] ?? 0;
    into.cta = this.cta[at] ?? 0;
    into.media = this.media[at] ?? 0;
    into.pieces = this.pieces[at] ?? 0;
    into.ratio = this.ratio[at] ?? 0;
    into.placements = this.placements[at] ?? 0;
    into.interestA = this.interestA[at] ?? 0;
    into.interestB = this.interestB[at] ?? 0;
    into.behavior = this.behavior[at] ?? 0;
    into.ownerCategory = this.ownerCategory[at] ?? 0;
    into.publisherA = this.publisherA[at] ?? 0;
    into.publisherB = this.publisherB[at] ?? 0;
    into.community = this.community[at] ?? 0;
    into.network = this.network[at] ?? 0;
    into.tracker = this.tracker[at] ?? 0;
    into.affiliate = this.affiliate[at] ?? 0;
    into.features = this.features[at] ?? 0;
    into.palette = this.palette[at] ?? 0;
    into.runSeconds = this.runSeconds[at] ?? 0;
    into.everySeconds = this.everySeconds[at] ?? 0;
    into.impressions = this.impressions[at] ?? 0;
    into.engagement = this.engagement[at] ?? 0;
    into.curve = this.curve[at] ?? 0;
    into.duration = this.duration[at] ?? 0;
    into.bookmarked = this.bookmarked[at] ?? 0;
  }
}
