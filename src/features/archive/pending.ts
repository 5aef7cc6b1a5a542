import type { DatabaseSession } from "./session";

// Answers that were rescued from another file wait in the table `pending` until their ads are recorded, oldest first.
// An answer that arrives meanwhile waits behind them, so that an ad always shows what was seen of it last.

/** Whether any answer waits. */
export function isPending(session: DatabaseSession): boolean {
  return session.get("select 1 from pending limit 1") !== undefined;
}

/** Puts an answer on the waiting list by its row. */
export function postpone(session: DatabaseSession, of: "page" | "detail", id: number, receivedAt: string): void {
  session.insert(`insert into pending (received_at, ${of}) values (?, ?)`, receivedAt, id);
}

/** Deletes everything recorded about ads and puts all answers on the waiting list, to record it anew. */
export function postponeAll(session: DatabaseSession): void {
  if (session.fullText) session.change("insert into ad_text (ad_text) values ('delete-all')");
  for (const table of ["stat_order", "stat_block", "stat", "sighting", "ad", "pending"])
    session.change(`delete from ${table}`);
  session.change("insert into pending (received_at, page) select received_at, id from page");
  session.change("insert into pending (received_at, detail) select received_at, id from detail");
}
