import { type PlatformToken, platforms as allPlatforms } from "../../protocol/platforms";
import type { Archive } from "../archive";
import type { LibraryClients } from "../connection";
import { adoptDataset, type AdoptSummary } from "./adoptDataset";
import { FeatureError } from "../failures";
import type { Lens } from "../lens";
import type { Runs } from "../runs";
import { compactDataset, type CompactSummary } from "./compactDataset";
import { alone, manifestOf, partsIn, refuseInUse } from "./datasetFolder";
import type { DatasetContext } from "./parts";
import { type VerifySummary, verifyDataset } from "./verifyDataset";
import { type DatasetProgress, type DatasetSummary, writeDataset } from "./writeDataset";

export interface DatasetPorts {
  readonly clients: LibraryClients;
  readonly archive: Archive;
  readonly lens: Pick<Lens, "look">;
  readonly runs: Pick<Runs, "changesSince">;
  readonly now: () => Date;
}

export interface DatasetWish {
  readonly folder: string;
  /** Searches and details of these platforms; all if absent. */
  readonly platforms?: readonly PlatformToken[];
  /** Only answers received at or after this time; all if absent. */
  readonly since?: Date;
  /** Groups creatives and compares runs even if many answers are bought. */
  readonly groups?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DatasetProgress) => void;
  /** Called once if another process is working on the same dataset, before waiting for it. */
  readonly onWait?: () => void;
}

/** Inserted by the build; absent in tests. */
declare const packageVersion: string | undefined;
const tool = `ad-library-explorer ${typeof packageVersion === "string" ? packageVersion : "(development)"}`;

/** Writes everything bought of the connected library as Parquet files: 0 credits, no service, no key. */
export class Datasets {
  constructor(private readonly ports: DatasetPorts) {}

  /** Adds whatever the dataset lacks. @throws {FeatureError} {StorageError} */
  async write(wish: DatasetWish): Promise<DatasetSummary> {
    const { onProgress = () => undefined, since, groups = false } = wish;
    const { archive, clients, lens, runs } = this.ports;
    const reading = { origin: clients.libraryName(), segments: clients.segments };
    const platforms = wish.platforms ?? allPlatforms.map(({ token }) => token);
    const context = await this.context(wish);
    await refuseInUse(context.folder, context.parquet.datasetTexts);
    const ports = { ...context, archive, reading, platforms, onProgress, lens, runs, groups };
    return this.alone(wish, () => writeDataset({ ...ports, since: since?.toISOString() ?? "" }));
  }

  /** Merges the small parts of the months that are over. @throws {FeatureError} {StorageError} */
  async compact(wish: Pick<DatasetWish, "folder" | "signal" | "onWait">): Promise<CompactSummary> {
    const context = await this.context(wish);
    await manifestOf(wish.folder);
    return this.alone(wish, () => compactDataset(context));
  }

  /** Makes the manifest of a dataset that lost it, from its parts. @throws {FeatureError} {StorageError} */
  async adopt(wish: Pick<DatasetWish, "folder" | "signal" | "onWait">): Promise<AdoptSummary> {
    const context = await this.context(wish);
    const { folder } = wish;
    if ((await partsIn(folder)).length === 0) throw new FeatureError("noDataset", { specifics: folder });
    const origin = this.ports.clients.libraryName();
    return this.alone(wish, () => adoptDataset(context, origin));
  }

  /** Compares a dataset with its manifest. @throws {FeatureError} {StorageError} */
  async verify(wish: Pick<DatasetWish, "folder" | "signal">): Promise<VerifySummary> {
    return verifyDataset(await this.context(wish));
  }

  private async context({ folder, signal }: Pick<DatasetWish, "folder" | "signal">): Promise<DatasetContext> {
    // A separate bundle, which is not read when the window or the command line starts.
    return { folder, signal, tool, now: this.ports.now, parquet: await import("./parquet") };
  }

  private alone<T>(
    { folder, onWait, signal }: Pick<DatasetWish, "folder" | "signal" | "onWait">,
    work: () => Promise<T>,
  ) {
    return alone(folder, onWait ?? (() => undefined), signal, work);
  }
}
