// Streams many ads into a file of each format. `BENCH_ADS` says how many (100,000 where absent).
import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportPages } from "../../src/features/export/exportPages";
import type { ExportAbout, ExportedPage, ExportFormat } from "../../src/features/export/exportTypes";
import { localTarget } from "../../src/features/export/localTarget";
import { benchPage, receivedAt, timed } from "./benchPages";

const pages = Math.ceil(Number(process.env.BENCH_ADS ?? 100_000) / 18);
const about: ExportAbout = { platform: "mega", origin: "https://ads.example", body: "{}", startedAt: receivedAt };
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

describe("bench: export", function () {
  this.timeout(0);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "bench-"));
  });
  after(() => rm(folder, { recursive: true }));

  // A few hundred texts are enough variety, and making them must not be what is measured.
  const texts = Array.from({ length: 200 }, (_, index) => benchPage(index, true));
  const textOf = (page: number) => texts[page % texts.length]!;

  async function floor(): Promise<number> {
    const file = createWriteStream(join(folder, "floor"));
    return timed(async () => {
      for (let page = 1; page <= pages; page++) {
        const text = textOf(page);
        JSON.parse(text);
        if (!file.write(text)) await new Promise<void>((resolve) => file.once("drain", resolve));
      }
      await new Promise<void>((resolve) => file.end(resolve));
    });
  }

  it("is flat in memory and near the floor (parse each page, write its text)", async () => {
    const least = await floor();
    await rm(join(folder, "floor"));
    const rows: object[] = [];
    for (const format of ["ndjson", "json", "csv"] satisfies ExportFormat[]) {
      const resident: number[] = [];
      const file = join(folder, `a.${format}`);
      const source = function* (): Generator<ExportedPage> {
        for (let page = 1; page <= pages; page++) {
          if (page % Math.ceil(pages / 10) === 0) resident.push(process.memoryUsage.rss());
          yield { page, text: textOf(page), fetchedAt: receivedAt, owned: true, lastHit: "1700000000" };
        }
      };
      const ms = await timed(() => exportPages(localTarget(file), format, about, source()));
      const { size } = await stat(file);
      rows.push({
        format,
        ads: pages * 18,
        MB: megabytes(size),
        "x floor": (ms / least).toFixed(2),
        "RSS MB": resident.map(megabytes).join(" "),
      });
      assert.ok(resident.at(-1)! - resident[1]! < 100 * 1024 * 1024, `${format} grows`);
      await rm(file);
    }
    console.table(rows);
  });
});
