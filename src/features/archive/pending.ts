import type { Session } from "./session";

// Answers that were taken back wait in `pending` until their ads are remembered, the oldest first. An answer that comes
// meanwhile waits behind them, so that an ad is always what was seen of it last.

export function isPending(session: Session): boolean {
  return session.get("select 1 from pending limit 1") !== undefined;
}

export function postpone(session: Session, of: "page" | "detail", id: number, receivedAt: string): void {
  session.insert(`insert into pending (received_at, ${of}) values (?, ?)`, receivedAt, id);
}

/** Forgets all ads, and has them recorded again from the answers. */
export function postponeAll(session: Session): void {
  if (session.fullText) session.change("insert into ad_text (ad_text) values ('delete-all')");
  for (const table of ["stat_order", "stat_block", "stat", "sighting", "ad", "pending"])
    session.change(`delete from ${table}`);
  session.change("insert into pending (received_at, page) select received_at, id from page");
  session.change("insert into pending (received_at, detail) select received_at, id from detail");
}
