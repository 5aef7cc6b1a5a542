import { join } from "node:path";
import { AdDetails } from "../../../src/features/adDetails";
import { Archive } from "../../../src/features/archive/archive";
import { Connection } from "../../../src/features/connection/connection";
import { FilterForms } from "../../../src/features/filterForms";
import { FormStore } from "../../../src/features/formStore";
import { LibraryClients } from "../../../src/features/libraryClient";
import { RanSearches } from "../../../src/features/ranSearches";
import { SearchAds } from "../../../src/features/searchAds";
import { RecentSearches } from "../../../src/features/searches/recentSearches";
import { SavedSearches } from "../../../src/features/searches/savedSearches";
import type { Settings } from "../../../src/features/settings";
import { Ledger } from "../../../src/features/wallet/ledger";
import { Wallet } from "../../../src/features/wallet/wallet";
import { defaultSegments } from "../../../src/protocol/platforms";

/** One window of a person: everything below the views, over a folder and a base URL. */
export function openStack(folder: string, baseUrl: string, key: string | undefined, more: Partial<Settings> = {}) {
  const settings: Settings = {
    baseUrl,
    apiVersion: "v2",
    segments: defaultSegments,
    requestTimeoutSeconds: 20,
    paidRetry: "never",
    confirmAbove: 1_000_000,
    dailyBudget: 0,
    loadMedia: "never",
    archiveMaxSizeMb: 100,
    exportFormat: "json",
    ...more,
  };
  const kept = { key };
  const changed = new Set<(name: string) => void>();
  const connection = new Connection({
    secrets: {
      get: () => Promise.resolve(kept.key),
      store: (name, value) => Promise.resolve(void ((kept.key = value), changed.forEach((tell) => tell(name)))),
      delete: (name) => Promise.resolve(void ((kept.key = undefined), changed.forEach((tell) => tell(name)))),
      onDidChange: (listener) => {
        changed.add(listener);
        return { dispose: () => changed.delete(listener) };
      },
    },
    baseUrl: {
      read: () => settings.baseUrl,
      write: () => Promise.resolve(),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    apiVersion: { read: () => settings.apiVersion, write: () => Promise.resolve() },
    startSample: () => Promise.reject(new Error("The sample library is not part of this test.")),
  });
  const now = () => new Date();
  const notStored: unknown[] = [];
  const onNotStored = (error: unknown) => void notStored.push(error);
  const clients = new LibraryClients(
    connection,
    () => settings,
    () => undefined,
  );
  const confirm = () => Promise.reject(new Error("Nobody was to be asked."));
  const wallet = new Wallet({
    ledger: new Ledger(join(folder, "ledger"), now),
    settings: () => settings,
    confirm,
    now,
  });
  const archive = new Archive({ file: join(folder, "archive.db"), maxSizeMb: () => settings.archiveMaxSizeMb });
  const forms = new FilterForms({ clients, store: new FormStore(join(folder, "forms")), onNotStored });
  const search = new SearchAds({ clients, forms, wallet, archive, onNotStored });
  const details = new AdDetails({ clients, wallet, archive, onNotStored });
  const searches = { folder: join(folder, "searches"), now, onProblem: () => undefined };
  const [saved, recent] = [new SavedSearches(searches), new RecentSearches(searches)];
  const ran = new RanSearches({ saved, recent, search, archive });
  const close = async () => {
    for (const each of [connection, saved, recent, ran]) each.dispose();
    await wallet.dispose();
    archive.close();
  };
  return { connection, clients, wallet, archive, forms, search, details, saved, recent, ran, notStored, close };
}

export type Stack = ReturnType<typeof openStack>;
