import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseExact, versions, writeExact } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { writeWhole } from "../disk";

const fileShape = z.object({
  version: z.literal(1),
  /** V2 where absent. */
  api: z.literal("v1").optional(),
  library: z.string(),
  platform: z.string(),
  receivedAt: z.iso.datetime(),
  text: z.string(),
});

/** A form's place: the library's name, the version of the service, the platform. */
export interface FormPlace {
  readonly library: string;
  readonly version: ApiVersion;
  readonly platform: PlatformToken;
}

/** A form's exact text, and when it arrived. */
export interface KeptForm {
  readonly text: string;
  readonly receivedAt: string;
}

/** Each platform's last form as the service sent it, by library and version: needed to find what is owned offline. */
export class FormStore {
  constructor(private readonly folder: string) {}

  /**
   * Keeps an answer's exact text. Files are replaced as a whole; the same text is written at most hourly, for its age.
   * @param onOther first called with the different text that it replaces
   */
  async keep(
    place: FormPlace,
    text: string,
    receivedAt: string,
    onOther?: (former: KeptForm) => Promise<void>,
  ): Promise<void> {
    const kept = await this.kept(place);
    if (kept && kept.text !== text) await onOther?.(kept);
    if (kept?.text === text && Date.parse(receivedAt) - Date.parse(kept.receivedAt) < 3_600_000) return;
    const { library, platform, version } = place;
    const api = version === "v1" ? { api: version } : {};
    await writeWhole(this.path(place), `${writeExact({ version: 1, ...api, library, platform, receivedAt, text })}\n`);
  }

  /** The form last kept, with the time at which the service sent it; undefined if there is none or it is unreadable. */
  async read(place: FormPlace): Promise<{ readonly form: FilterForm; readonly asOf: string } | undefined> {
    const kept = await this.kept(place);
    try {
      return kept && { form: versions[place.version].readFilterForm(kept.text, place.platform), asOf: kept.receivedAt };
    } catch {
      return undefined;
    }
  }

  private async kept(place: FormPlace): Promise<KeptForm | undefined> {
    const { library, platform, version } = place;
    try {
      const { data } = fileShape.safeParse(parseExact(await readFile(this.path(place), "utf8")));
      const same = data?.library === library && data.platform === platform && (data.api ?? "v2") === version;
      return same ? { text: data.text, receivedAt: data.receivedAt } : undefined;
    } catch {
      // Absent or damaged: the service's next answer replaces it.
      return undefined;
    }
  }

  private path({ library, platform, version }: FormPlace): string {
    const name = createHash("sha256").update(library).digest("hex").slice(0, 16);
    return join(this.folder, `${name}.${platform}${version === "v1" ? ".v1" : ""}.json`);
  }
}
