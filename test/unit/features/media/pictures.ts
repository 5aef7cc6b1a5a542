import assert from "node:assert/strict";
import type { Board } from "../../../../src/features/boards/board";
import type { Stack } from "../stack";
import { okText } from "../../../support/misbehavingReplies";

/** The beginning of a PNG with these sides, and bytes of its own. */
export function pngOf(seed: string, width = 2, height = 3): Buffer {
  const header = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, Buffer.from(seed)]);
}

/** A board with an ad of a library for each list of pictures, which its stored answer names. */
export async function storeAds(
  stack: Stack,
  library: string,
  pictures: readonly (readonly string[])[],
  receivedAt = "2026-11-01T10:00:00.000Z",
): Promise<Board> {
  const ads = pictures.map((urls, at) => ({
    ...{ id: at + 1, platform: "tikTok", title: `Ad ${at + 1}`, stats: [] },
    attachments: urls.map((url) => ({ type: "image", url })),
  }));
  const text = okText({ ads, last_hit: 5, has_next_page: false });
  const address = { origin: library, version: "v2", platform: "tiktok", body: "{}" } as const;
  await stack.archive.storePage(address, "5", 1, { text, receivedAt });
  const wanted = ads.map(({ id }) => ({ ad: { platform: "tiktok", id: String(id) } as const }));
  const entries = await stack.boards.entriesOf(wanted);
  assert.equal(entries.length, ads.length);
  return { name: "Board", columns: [], entries };
}
