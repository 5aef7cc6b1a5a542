import { join } from "node:path";
import type { RequestRecord } from "../api";
import { AdDetails } from "./details";
import { Archive, BoughtAds, LinkedFolders, mayPay } from "./archive";
import { Boards } from "./boards";
import type { CapNotice } from "./failures";
import { Connection, type ConnectionPorts, LibraryClients } from "./connection";
import { Datasets } from "./dataset";
import { FilterChanges } from "./drift";
import { inTime } from "./events";
import { ExportSearch } from "./export";
import { FilterForms, FormStore } from "./forms";
import { CreativeDecisions, Lens } from "./lens";
import { KeptPictures } from "./media";
import { RanSearches, Runs } from "./runs";
import { SearchAds } from "./search";
import { SearchFiles } from "./searchFiles";
import { RecentSearches, SavedSearches, type SearchFileProblem } from "./searches";
import type { Settings } from "./settings";
import { WatchFile, Watches } from "./watches";
import { AgreedLimits, Ledger, Wallet, type WalletPorts } from "./wallet";

/** What the engine reports. None of these ends the work that caused it. */
export interface EngineNotices {
  /** A request ended, with or without an answer. */
  readonly request: (record: RequestRecord) => void;
  /** The archive couldn't read something. */
  readonly archive: (line: string) => void;
  /** The archive's size cap is nearly reached, or has removed answers. */
  readonly archiveCap: (notice: CapNotice) => void;
  /** Something is about to be paid for, and a linked folder has no answers. Reported once per folder. */
  readonly emptyLinked: (folder: string) => void;
  /** The filters of a platform, which are free, couldn't be kept. */
  readonly filtersNotKept: (error: unknown) => void;
  /** A paid answer could not be stored. The caller still gets it. */
  readonly notStored: (error: unknown) => void;
  /** A ledger line could not be written: its attempt counts as "may have been charged". */
  readonly ledger: (error: unknown) => void;
  /** A saved search file is unusable. Reported once per file. */
  readonly brokenFile: (problem: SearchFileProblem) => void;
}

export interface EnginePorts {
  /** The engine keeps everything on this machine inside this folder. */
  readonly folder: string;
  readonly connection: ConnectionPorts;
  /** Read again each time. */
  readonly settings: () => Settings;
  readonly confirm: WalletPorts["confirm"];
  /** Whether the settings can be changed by others than the person, who is then asked. */
  readonly settingsMayChange?: true;
  readonly now: () => Date;
  readonly notices: EngineNotices;
}

/**
 * Builds every feature, for the extension, the tests, and any other user. Fetches and opens nothing until it is
 * needed.
 */
export function openEngine({ folder, settings, confirm, now, notices, ...ports }: EnginePorts) {
  const connection = new Connection(ports.connection);
  const clients = new LibraryClients(connection, settings, notices.request);
  const ledger = new Ledger(join(folder, "ledger"), now, notices.ledger);
  const agreedLimits = ports.settingsMayChange && new AgreedLimits(ledger.folder);
  const wallet = new Wallet({ ledger, settings, confirm, now, agreedLimits, onLedgerProblem: notices.ledger });
  const archive = openArchive(join(folder, "archive"), settings, notices);
  const pictures = new KeptPictures(join(folder, "archive"), clients, () => settings().keepMediaMaxSizeMb);
  const pays = mayPay({ archive, confirm, paidFor: (act) => wallet.paidFor(act) });
  const filterChanges = new FilterChanges(join(folder, "filterChanges"));
  const forms = new FilterForms({
    clients,
    store: new FormStore(join(folder, "forms")),
    changes: filterChanges,
    onNotStored: notices.filtersNotKept,
    now,
  });
  const onNotStored = both(notices.notStored, (error) => wallet.noteNotStored(error));
  const search = new SearchAds({ clients, forms, wallet, archive, mayPay: pays, onNotStored, now });
  const details = new AdDetails({ clients, wallet, archive, mayPay: pays, onNotStored, now });
  const files = new SearchFiles({ clients, forms, search });
  const searches = { folder: join(folder, "searches"), now, onProblem: notices.brokenFile };
  const saved = new SavedSearches(searches);
  const recent = new RecentSearches(searches);
  const runs = new Runs({ folder, archive, search, clients, settings, now });
  const ran = new RanSearches({ saved, recent, search, runs });
  const boughtAds = new BoughtAds({ clients, archive });
  const watchFile = new WatchFile(join(folder, "watches"), notices.brokenFile);
  const watches = new Watches({ file: watchFile, saved, search, runs, ran, wallet, clients, now });
  const decisions = new CreativeDecisions(searches.folder, (moved) =>
    notices.brokenFile({ kind: "corrupt", ...moved }),
  );
  const lens = new Lens({ clients, archive, boughtAds, search, decisions });
  const plans = join(folder, "exports");
  const exports = new ExportSearch({ search, details, archive, wallet, plans, now });
  return {
    ...{ connection, clients, wallet, archive, forms, filterChanges, search, details, files, saved, recent, ran, runs },
    ...{ exports, boughtAds, watches, datasets: new Datasets({ clients, archive, lens, runs, now }) },
    ...{ pictures, lens, boards: new Boards({ clients, archive, pictures }) },
    /** Folder of the plans of running exports. */
    exportPlans: plans,
    // Ends everything: sends nothing more, and waits up to `waitMs` for paid answers and stores them. Resolves once
    // every outcome is written, or after `withinMs` for a process that is ended then anyway: what is not stored by then
    // is lost with it, and the ledger says that it may have been charged.
    close: (waitMs = 0, withinMs?: number): Promise<void> => {
      const all = { connection, filterChanges, saved, recent, ran, runs, watchFile, wallet, forms, archive };
      const closing = close(all, waitMs);
      return withinMs === undefined ? closing : inTime(closing, withinMs);
    },
  };
}

function openArchive(folder: string, settings: EnginePorts["settings"], notices: EngineNotices): Archive {
  return new Archive({
    folder,
    linked: new LinkedFolders(() => settings().archiveLinked, notices.emptyLinked),
    maxSizeMb: () => settings().archiveMaxSizeMb,
    segments: () => settings().segments,
    log: notices.archive,
    onCap: notices.archiveCap,
  });
}

const both = (one: (error: unknown) => void, other: (error: unknown) => void) => (error: unknown) => {
  one(error);
  other(error);
};

type Disposed = "connection" | "filterChanges" | "saved" | "recent" | "ran" | "runs" | "watchFile";
type Closing = Record<Disposed, { dispose(): void }> & {
  readonly wallet: Wallet;
  readonly forms: FilterForms;
  readonly archive: Archive;
};

async function close({ wallet, forms, archive, ...others }: Closing, waitMs: number): Promise<void> {
  await wallet.dispose(waitMs);
  await forms.settled().catch(() => undefined);
  for (const each of Object.values(others)) each.dispose();
  await archive.settled().catch(() => undefined);
  await archive.close();
}

export type Engine = ReturnType<typeof openEngine>;
