import type { Digits } from "../../protocol/ads";
import type { SearchAddress } from "./archive";
import { findSnapshot } from "./pages";
import { type Session, whole } from "./session";

type Run = <T>(work: (session: Session) => T) => Promise<T>;

/** Snapshots that outlive the size cap, each for one or more reasons of the callers' ("saved ID", "exported"). */
export class Pins {
  constructor(private readonly run: Run) {}

  async pin(address: SearchAddress, lastHit: Digits, reason: string): Promise<void> {
    await this.run((session) => {
      const snapshot = findSnapshot(session, address, lastHit);
      if (snapshot)
        session.change("insert or ignore into pin (snapshot, reason) values (?, ?)", whole(snapshot.id), reason);
    });
  }

  /** Protects the newest snapshots of a search, and for this reason no others of it: with 0 none at all. */
  async keepNewest(address: SearchAddress, reason: string, most: number): Promise<void> {
    await this.run((session) =>
      session.transaction(() => {
        const ids = newest(session, address);
        const kept = ids.slice(0, most);
        for (const id of ids.slice(most))
          session.change("delete from pin where snapshot = ? and reason = ?", id, reason);
        for (const id of kept) session.change("insert or ignore into pin (snapshot, reason) values (?, ?)", id, reason);
      }),
    );
  }

  /** Whether a snapshot of a search is protected for a reason. */
  async has(address: SearchAddress, reason: string): Promise<boolean> {
    return this.run((session) =>
      newest(session, address).some((id) =>
        session.get("select 1 from pin where snapshot = ? and reason = ?", id, reason),
      ),
    );
  }
}

/** All snapshots of a search, newest first. */
function newest(session: Session, { origin, version, platform, body }: SearchAddress): readonly number[] {
  return session
    .all(
      `select snapshot.id from snapshot join search on search.id = snapshot.search
       left join page as first on first.snapshot = snapshot.id and first.page = 1
       where origin = ? and version = ? and platform = ? and body = ?
       order by coalesce(first.received_at, snapshot.received_at) desc, snapshot.id desc`,
      ...[origin, version, platform, body],
    )
    .map(({ id }) => whole(id));
}
