import { join } from "node:path";
import * as z from "zod";
import { adKey, type AdRef } from "../../protocol/ads";
import type { CreativeDecision } from "../../protocol/lens";
import { type AdOwner, ownerKey } from "../../protocol/bought";
import { isPlatformToken, type PlatformToken } from "../../protocol/platforms";
import { StateFile } from "../disk";

const platform = z.custom<PlatformToken>((value) => typeof value === "string" && isPlatformToken(value));
const owner: z.ZodType<AdOwner> = z.object({ platform, id: z.exactOptional(z.string()), name: z.string() });
const names = z.array(z.string());
const shape = z.object({ join: z.array(names), split: names, advertisers: z.array(z.array(owner)) });
type State = z.infer<typeof shape>;
const nothing: State = { join: [], split: [], advertisers: [] };

const isOf = (all: readonly AdOwner[]) => (one: AdOwner) => all.some((each) => ownerKey(each) === ownerKey(one));

/** What a person decided about creatives and advertisers: a small file, which every door reads. */
export class CreativeDecisions {
  private readonly file: StateFile<State>;

  /** @param onSetAside called after a damaged file was moved to another name */
  constructor(folder: string, onSetAside: (moved: { readonly file: string; readonly movedTo: string }) => void) {
    this.file = new StateFile(join(folder, "creatives.json"), { schema: shape, missing: nothing, onSetAside });
  }

  /** None if the file can't be read: groups are then by evidence alone. */
  read(): Promise<State> {
    return this.file.read().catch(() => nothing);
  }

  /** The advertisers that a person joined to this one. */
  async joinedTo(advertiser: AdOwner): Promise<readonly AdOwner[]> {
    const { advertisers } = await this.read();
    const set = advertisers.find((one) => one.some(isOf([advertiser]))) ?? [];
    return set.filter((one) => !isOf([advertiser])(one));
  }

  /** Joins advertisers with all that are joined to one of them, or takes them out again. @throws {StorageError} */
  async decideAdvertisers(owners: readonly AdOwner[], joined: boolean): Promise<void> {
    await this.file.change((state) => {
      const touched = joined ? state.advertisers.filter((set) => set.some(isOf(owners))) : [];
      const others = state.advertisers
        .filter((set) => !touched.includes(set))
        .map((set) => set.filter((one) => !isOf(owners)(one)));
      const one = [...touched.flat().filter((each) => !isOf(owners)(each)), ...owners];
      return { ...state, advertisers: [...others, ...(joined ? [one] : [])].filter((set) => set.length > 1) };
    });
  }

  /** The newest decision about an ad replaces earlier ones. @throws {StorageError} */
  async decide(ads: readonly AdRef[], as: CreativeDecision): Promise<void> {
    const names = ads.map(adKey);
    const about = new Set(names);
    await this.file.change(({ join: joined, split, advertisers }) => {
      const touched = as === "joined" ? joined.filter((set) => set.some((name) => about.has(name))) : [];
      const others = joined
        .filter((set) => !touched.includes(set))
        .map((set) => set.filter((name) => !about.has(name)))
        .filter((set) => set.length > 1);
      const one = [...new Set([...touched.flat(), ...names])].sort();
      const apart = split.filter((name) => !about.has(name));
      return {
        advertisers,
        join: as === "joined" && one.length > 1 ? [...others, one] : others,
        split: as === "apart" ? [...apart, ...about].sort() : apart,
      };
    });
  }
}
