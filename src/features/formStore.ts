import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseExact, writeExact } from "../api/integers";
import { readFilterForm } from "../api/wire/filters";
import type { FilterForm } from "../protocol/filters";
import type { PlatformToken } from "../protocol/platforms";
import { writeWhole } from "./folder/writeWhole";

const fileShape = z.object({
  version: z.literal(1),
  library: z.string(),
  platform: z.string(),
  receivedAt: z.iso.datetime(),
  text: z.string(),
});

/** The last form of each platform as the service sent it, by library: what is owned is addressed by it, also offline. */
export class FormStore {
  constructor(private readonly folder: string) {}

  /** Keeps an answer's exact text. Files are replaced as a whole; the same text again writes nothing. */
  async keep(library: string, platform: PlatformToken, text: string, receivedAt: string): Promise<void> {
    if ((await this.text(library, platform)) === text) return;
    await writeWhole(
      this.path(library, platform),
      `${writeExact({ version: 1, library, platform, receivedAt, text })}\n`,
    );
  }

  /** The form last kept; undefined where there is none, or none that can be read. */
  async read(library: string, platform: PlatformToken): Promise<FilterForm | undefined> {
    const text = await this.text(library, platform);
    try {
      return text === undefined ? undefined : readFilterForm(text, platform);
    } catch {
      return undefined;
    }
  }

  private async text(library: string, platform: PlatformToken): Promise<string | undefined> {
    try {
      const { data } = fileShape.safeParse(parseExact(await readFile(this.path(library, platform), "utf8")));
      return data?.library === library && data.platform === platform ? data.text : undefined;
    } catch {
      // Absent or damaged: the next answer of the service takes its place.
      return undefined;
    }
  }

  private path(library: string, platform: PlatformToken): string {
    const name = createHash("sha256").update(library).digest("hex").slice(0, 16);
    return join(this.folder, `${name}.${platform}.json`);
  }
}
