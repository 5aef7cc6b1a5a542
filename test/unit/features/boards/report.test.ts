import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import type { Board, BoardEntry } from "../../../../src/features/boards/board";
import { addEntries, newBoard } from "../../../../src/features/boards/editBoard";
import { readBoard } from "../../../../src/features/boards/readBoard";
import { times } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { wireDetail } from "../../api/answers";
import { openStack, useStack, useStacks } from "../stack";

const origin = "https://ads.example";
const long = "9007199254740993";
const hostile = [
  '<img src=x onerror="alert(1)">',
  "</style></title><script>alert(1)</script>",
  "[click](javascript:alert(1)) ![x](https://evil.example/x.png)",
  "a | b\n| --- |\n# Heading\n- item\n> quote\n```",
  "&lt;b&gt; &#60;i> *bold* _it_ ~~x~~ www.evil.example @someone :smile: [^1] $x$",
  "\u202Egnp.exe\u0007\u001b[31m",
];

/** A page as the service sends it; IDs are integers of any size. */
function pageText(ads: readonly { readonly id: string; readonly title: string }[], more = 0): string {
  const told = ads.map(({ id, title }, at) => ({
    ...{ id: `#${id}#`, platform: "tikTok", title, display_url: `https://shop${at % 3}.example/x?y=1` },
    post_url: ["javascript:alert(1)", 'https://post.example/"><b>`x`|(y)*z*', "https://a:b@post.example/"][at % 3],
    ...(at % 4 !== 3 && { owner: { name: at % 2 === 0 ? "Acme" : hostile[at % hostile.length] } }),
    stats: [{ icon: "like", tooltip: "Likes", value: at * 1234 + more }, ...(at % 2 === 0 && more !== 70 ? [{ tooltip: hostile[0], value: `#${long}#` }] : [])], // prettier-ignore
  }));
  return okText({ ads: told, last_hit: 5, has_next_page: true }).replaceAll(/"#(-?\d+)#"/g, "$1");
}

describe("reports of boards", () => {
  const folder = temporaryFolder();
  const stack = useStack(() => openStack(folder(), origin, undefined));
  const open = useStacks();

  const bodies = ['{"countries":["us"]}', '{"text":["<b>shoes</b>"]}', "{}"];
  const idOf = (page: number, at: number) => String(BigInt(long) + BigInt(page * 18 + at));
  /** Stores a page of each of three searches. */
  async function store(of = stack, pages = [0, 1, 2]): Promise<void> {
    for (const page of pages)
      await of.archive.storePage(
        { origin, version: "v2", platform: "tiktok", body: bodies[page] ?? "" },
        "5",
        page + 1,
        {
          text: pageText(
            Array.from({ length: 18 }, (_, at) => ({ id: idOf(page, at), title: hostile[at] ?? `Ad ${at}` })),
          ),
          receivedAt: `2025-11-0${page + 1}T10:00:00.000Z`,
        },
      );
  }
  /** Puts these ads on a board with hostile notes, tags, and names. */
  async function filled(count = 50): Promise<Board> {
    await store();
    const refs = [0, 1, 2].flatMap((page) => Array.from({ length: 18 }, (_, at) => idOf(page, at)));
    const ads = refs.slice(0, count).map((id) => ({ ad: { platform: "tiktok" as const, id } }));
    const entries = await stack.boards.entriesOf(ads);
    const dressed = entries.map((entry, at): BoardEntry => ({
      ...entry,
      column: ["Hook", hostile[1] ?? "", ""][at % 3] ?? "",
      note: hostile[at % 7] ?? "Because",
      tags: at % 2 === 0 ? [] : ["ugc", hostile[2] ?? ""],
    }));
    const { board } = readBoard(addEntries(newBoard(`Board ${hostile[0]}`, ["Hook"]), dressed)?.text ?? "");
    assert.equal(board?.entries.length, count);
    return board;
  }
  const bytes = ({ html, markdown }: { readonly html: string; readonly markdown: string }) => ({
    ...{ html: Buffer.from(html), markdown: Buffer.from(markdown) },
  });
  const answers = () =>
    readdirSync(folder("archive/answers"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".zst"))
      .map((path) => folder("archive/answers", path))
      .sort();

  it("have the exact answer of each entry: of the time that was shown, else the newest", async () => {
    await filled(1);
    const address = { origin, version: "v2", platform: "tiktok", body: "{}" } as const;
    const later = pageText([{ id: idOf(0, 0), title: "Later" }]);
    await stack.archive.storePage(address, "9", 1, { text: later, receivedAt: "2025-11-09T10:00:00.000Z" });
    const ad = { platform: "tiktok", id: idOf(0, 0) } as const;
    const [newest] = await stack.boards.entriesOf([{ ad }]);
    const [shown] = await stack.boards.entriesOf([{ ad, fetchedAt: "2025-11-01T10:00:00.000Z" }], "Hook");
    assert.deepEqual(newest?.source.search, { body: "{}", lastHit: "9", page: 1 });
    assert.equal(newest.sha256, createHash("sha256").update(later).digest("hex"));
    assert.deepEqual([shown?.source.search?.lastHit, shown?.column], ["5", "Hook"]);
    assert.deepEqual(await stack.boards.entriesOf([{ ad: { ...ad, id: "1" } }]), []);
    const seen = await stack.boards.look([newest]);
    assert.equal(seen.get(newest)?.kind, "seen");
    const bought = { platform: "tiktok", id: "1" } as const;
    const detail = { text: okText(wireDetail), receivedAt: "2025-11-05T10:00:00.000Z" };
    await stack.archive.storeDetail(origin, "v2", bought, detail);
    const [own] = await stack.boards.entriesOf([{ ad: bought }]);
    assert.ok(own && !own.source.search);
    assert.equal((await stack.boards.look([own])).get(own)?.kind, "seen");
  });

  it("are the same bytes for the same inputs, on another machine and in another order of answers", async () => {
    const board = await filled();
    const report = await stack.boards.report(board);
    assert.deepEqual(report.problems, []);
    const other = open(folder("other"), "https://elsewhere.example", undefined);
    const zone = process.env.TZ;
    try {
      process.env.TZ = "Pacific/Auckland";
      await store(other, [2, 0, 1]);
      assert.deepEqual(await other.boards.report(board), report);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    const verified = await stack.boards.verify(bytes(report));
    assert.deepEqual(verified, { ads: 50, answers: 3, problems: [] });
  });

  it("have a source for each figure, every digit, and say what is not provided", async () => {
    const { html, markdown } = await stack.boards.report(await filled());
    for (const [, cell = ""] of html.matchAll(/<dd>(.*?)<\/dd>/g))
      assert.match(cell, /^(?:<bdi>)?[\d,]+(?:<\/bdi>)?<sup><a href="#source-(?:\d+|a)">/);
    for (const [, cell = ""] of html.matchAll(/<td class="number">(.*?)<\/td>/g))
      assert.match(cell, /<sup>|not provided/);
    for (const [, name = ""] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${name}"`), name);
    for (const [mark = ""] of markdown.matchAll(/(?<!\\)\[\^\w+\](?!:)/g))
      assert.ok(markdown.includes(`\n${mark}: `), mark);
    assert.ok(html.includes("9,007,199,254,740,993"));
    assert.match(html, /<td><bdi>Advertiser<\/bdi><\/td>.*<bdi>\d+ of 50<\/bdi><sup>/);
    assert.match(html, /Received<\/bdi><\/th>.*\n.*\n?[^]*1 Nov 2025, 10:00 UTC/);
    assert.match(html, />300<\/bdi><sup><a href="#source-b">/);
  });

  it("keep all foreign text as text, and load, send, and run nothing", async () => {
    const { html, markdown } = await stack.boards.report(await filled());
    const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? "";
    const sum = createHash("sha256").update(style).digest("base64");
    assert.ok(
      html.includes(`content="default-src 'none'; style-src 'sha256-${sum}'; base-uri 'none'; form-action 'none'"`),
    );
    const tags = [...html.replace(style, "").matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
    const known =
      "html head meta title style body main header p h1 h2 h3 dl div dt dd sup a section small bdi article ul li table thead tr th tbody td i ol span footer";
    for (const [tag, name = "", more = ""] of tags) {
      assert.ok(known.split(" ").includes(name), tag);
      const attributes = more
        .replace(/ ([a-z-]+)="[^"]*"/g, (_, attribute: string) => `${attribute} `)
        .trim()
        .split(/\s+/);
      const plain = " class dir id href lang charset http-equiv content name type rel html".split(" ");
      for (const attribute of attributes) assert.ok(plain.includes(attribute), tag);
    }
    assert.doesNotMatch(style, /url\(|@import/);
    assert.equal((html.match(/<style>/g) ?? []).length, 1);
    for (const href of html.matchAll(/href="([^"]*)"/g))
      assert.match(href[1] ?? "", /^(?:#source-|https:\/\/post\.example\/)/);
    for (const text of [...hostile.slice(0, 3), "\u202E", "\u0007", "\u001b"]) {
      // Square brackets are plain text in HTML.
      assert.ok(text.startsWith("[") || !html.includes(text), text);
      assert.ok(!markdown.includes(text), text);
    }
    assert.ok(html.includes('<a href="https://post.example/%22%3E%3Cb%3E%60x%60|(y)*z*" rel="noreferrer noopener">'));
    assert.ok(markdown.includes("\n[View the ad](<https://post.example/%22%3E%3Cb%3E%60x%60%7C%28y%29%2Az%2A>)"));
    // Whatever could be markup is escaped, apart from the report's own.
    for (const line of markdown.split("\n").filter((text) => /evil|alert|bold|Heading/.test(text))) {
      const own = line.replace(/^(?:Tags: |\[\^\w+\]: |#{1,3} |[->] |> |\| )/, "").replace(/\[\^\w+\]/g, "").replace(/: [\d,]+$/, "").replace(/\*not provided\*| \| | \|$/g, ""); // prettier-ignore
      assert.doesNotMatch(own.replace(/\\./g, ""), /[<>[\]()`*_|#~@:]/, line);
    }
  });

  /** Stores the first page again, as it was on other days. */
  async function seeAgain(days: readonly number[], of = stack): Promise<void> {
    for (const day of days) {
      const ads = Array.from({ length: 18 }, (_, at) => ({ id: idOf(0, at), title: hostile[at] ?? `Ad ${at}` }));
      const address = { origin, version: "v2", platform: "tiktok", body: bodies[day % 2] ?? "" } as const;
      const receivedAt = `2025-11-${String(day).padStart(2, "0")}T10:00:00.000Z`;
      await of.archive.storePage(address, String(day), 1, { text: pageText(ads, day * 10), receivedAt });
    }
  }

  it("draw how numbers moved over sightings, with a table of the same figures and the source of each", async () => {
    const board = await filled();
    assert.doesNotMatch((await stack.boards.report(board)).html, /<svg|over sightings/);
    await seeAgain([7, 9, 8]);
    const report = await stack.boards.report(board);
    const { html, markdown } = report;
    // 18 ads with likes, and a number of half of them.
    assert.equal((html.match(/<svg /g) ?? []).length, 18 + 9);
    const section = html.slice(html.indexOf("Numbers over sightings"), html.indexOf("Not provided</bdi></h2>"));
    const second = section.split("<h3>")[2] ?? "";
    assert.match(second, /^<bdi>&#60;\/style/);
    const figures = [...second.matchAll(/<td class="number"><bdi>([\d,]+)<\/bdi><sup><a href="#source-(\d+)">/g)];
    assert.deepEqual(figures.map(([, figure]) => figure), ["1,234", "1,304", "1,314", "1,324"]); // prettier-ignore
    const times = figures.map(
      ([, , source]) => new RegExp(`id="source-${source}">.*received (\\S+) from`).exec(html)?.[1],
    );
    assert.deepEqual(
      times,
      ["01", "07", "08", "09"].map((day) => `2025-11-${day}T10:00:00.000Z`),
    );
    const [, label, line = ""] = /<svg [^>]*aria-label="(Likes[^"]*)"><polyline points="([^"]*)"/.exec(second) ?? [];
    assert.equal(label, "Likes: 1,234 on 1 Nov 2025 → 1,324 on 9 Nov 2025");
    assert.deepEqual(line.split(" ").map((point) => point.split(",").map(Number)), [[6, 66], [177, 19.3], [205.5, 12.7], [234, 6]]); // prettier-ignore
    // On the 7th, this number was not provided: the line is broken there.
    const [, gap = ""] = /<svg [^>]*aria-label="&#60;img[^"]*">(.*?)<\/svg>/.exec(section) ?? [];
    assert.deepEqual([gap.split("<polyline").length - 1, gap.split("<circle").length - 1], [1, 3]);
    assert.match(section, /7 Nov 2025, 10:00 UTC.*<i class="absent">not provided/);
    const rows = markdown.slice(markdown.indexOf("Numbers over sightings")).match(/^\| \d Nov.*\|$/gm) ?? [];
    assert.match(rows[5] ?? "", /^\| 7 Nov 2025, 10\\:00 UTC \| 1,304\[\^\d+\] \|$/);
    assert.equal(rows.length, 18 * 4);
    for (const [, name = ""] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${name}"`), name);
    assert.match(html, /Searches<\/dt><dd>3<.*\n.*Stored answers<\/dt><dd>6</);
    assert.match(html, />600<\/bdi><sup><a href="#source-b">/);

    const other = open(folder("other"), "https://elsewhere.example", undefined);
    await store(other, [1, 2, 0]);
    await seeAgain([9, 7, 8], other);
    assert.deepEqual(await other.boards.report(board), report);
    // An answer that came later changes what a new report says, and nothing that this one says.
    await seeAgain([15], other);
    assert.deepEqual(await other.boards.verify(bytes(report)), { ads: 50, answers: 6, problems: [] });
    assert.match((await other.boards.report(board)).html, /1,384 on 15 Nov 2025/);
  });

  it("have each figure over sightings made again by verifying, and the answer that is gone named", async () => {
    const board = await filled(2);
    await seeAgain([7, 9]);
    const report = await stack.boards.report(board);
    const aboutOf = async (from: string | RegExp, to: string) => {
      const html = Buffer.from(report.html.replace(from, to));
      return (await stack.boards.verify({ html })).problems.map(({ about }) => about);
    };
    const name = "</style></title><script>alert(1)</script>";
    assert.deepEqual(await aboutOf("1,304</bdi>", "1,305</bdi>"), [`the numbers of the ad “${name}” over its sightings`]); // prettier-ignore
    assert.deepEqual(await aboutOf(/(Likes: 1,234[^>]*><polyline points="6,6)6/, "$15"), [`the chart of “Likes” of the ad “${name}”`]); // prettier-ignore
    const again = answers().find((path) => path.includes("20251109T"));
    rmSync(again ?? "");
    const { problems } = await stack.boards.verify(bytes(report));
    assert.deepEqual(
      problems.map(({ where, about, message }) => [where, about.replace(/^.*, /, ""), message]),
      [1, 2].map(() => ["answer", "received 2025-11-09T10:00:00.000Z", "The stored answer is not in this archive."]),
    );
  });

  it("have the 30 newest sightings of an ad at most, its own among them", async () => {
    const board = await filled(1);
    await seeAgain(Array.from({ length: 28 }, (_, at) => at + 3));
    const days = async () => {
      const { markdown } = await stack.boards.report(board);
      return [...markdown.matchAll(/^\| (\d+) Nov 2025, 10\\:00 UTC \|/gm)].map(([, day]) => Number(day));
    };
    const later = Array.from({ length: 28 }, (_, at) => at + 3);
    assert.deepEqual(await days(), [1, ...later]);
    const [first] = await stack.boards.entriesOf([{ ad: { platform: "tiktok", id: idOf(0, 0) } }]);
    assert.ok(first);
    for (const day of [1, 2]) {
      const text = pageText([{ id: idOf(0, 0), title: "Again" }], day);
      const address = { origin, version: "v2", platform: "tiktok", body: '{"countries":["de"]}' } as const;
      await stack.archive.storePage(address, "5", day, { text, receivedAt: `2025-11-0${day}T12:00:00.000Z` });
    }
    const all = (await stack.boards.report(board)).markdown.match(/^\| \d+ Nov 2025, 1\d\\:00 UTC \|/gm) ?? [];
    assert.equal(all.length, 30);
    assert.deepEqual(all.slice(0, 3), ["| 1 Nov 2025, 10\\:00 UTC |", "| 2 Nov 2025, 12\\:00 UTC |", "| 3 Nov 2025, 10\\:00 UTC |"]); // prettier-ignore
  });

  it("have each changed byte found and named", async () => {
    const report = await stack.boards.report(await filled(6));
    const files = bytes(report);
    const check = async (where: "html" | "markdown", at: number, byte: number) => {
      const changed = Buffer.from(files[where]);
      if (changed[at] === byte) return;
      changed[at] = byte;
      const { problems } = await stack.boards.verify({ ...files, [where]: changed });
      assert.ok(problems.length > 0, `${where} ${at}`);
      for (const { about, message } of problems) assert.ok(about !== "" && message !== "");
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("html", "markdown"), fc.nat(1 << 20), fc.nat(255), (where, at, byte) =>
        check(where, at % files[where].length, byte),
      ),
      { numRuns: times(100, 3000) },
    );
    const likes = report.html.indexOf("1,234</bdi><sup>");
    const { problems } = await stack.boards.verify({
      html: Buffer.from(report.html.replace("1,234</bdi><sup>", "1,235</bdi><sup>")),
    });
    const line = report.html.slice(0, likes).split("\n").length;
    assert.equal(problems.length, 1);
    assert.deepEqual([problems[0]?.where, problems[0]?.line], ["html", line]);
    assert.match(problems[0]?.about ?? "", /^the figure “Likes” of the ad “/);
    for (const cut of [
      report.html.slice(0, -9),
      `${report.html} `,
      `\uFEFF${report.html}`,
      report.html.replace("<h3", "\n<h3"),
    ])
      assert.equal((await stack.boards.verify({ html: Buffer.from(cut) })).problems.length, 1);
    for (const other of ["", "<html>", report.markdown])
      assert.equal((await stack.boards.verify({ html: Buffer.from(other) })).problems[0]?.about, "the board");
  });

  it("name the ads whose stored answer was changed, is damaged, or is gone", async () => {
    const board = await filled();
    const report = await stack.boards.report(board);
    const [first = "", second = "", third = ""] = answers();
    const idsOf = async () =>
      (await stack.boards.verify(bytes(report))).problems.map(({ about, message }) => [about, message]);
    const whole = readFileSync(first);
    for (const at of [10, whole.length >> 1, whole.length - 1]) {
      writeFileSync(first, Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte))));
      const found = await idsOf();
      assert.ok(found.length > 0 && found.every(([, message]) => message === "The stored answer is damaged."));
    }
    writeFileSync(first, whole);
    rmSync(second);
    assert.ok((await idsOf()).every(([, message]) => message === "The stored answer is not in this archive."));
    // Another text whose first digits of the checksum, which the file's name has, are the same.
    const wanted = /\.([0-9a-f]{6})\.json/.exec(third)?.[1] ?? "";
    const sum = (text: string) => createHash("sha256").update(text).digest("hex");
    const old = JSON.stringify({ ok: 1 });
    assert.notEqual(sum(old).slice(0, 6), wanted);
    writeFileSync(third, zstdCompressSync(Buffer.from(old)));
    assert.ok((await idsOf()).some(([, message]) => message === "The stored answer is damaged."));
    const forged = { ...board, entries: board.entries.map((entry) => ({ ...entry, sha256: "0".repeat(64) })) };
    const kinds = new Set([...(await stack.boards.look(forged.entries)).values()].map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(["changed", "missing", "damaged"]));
  });

  it("give a board's file the texts of ads, cut and plain, only as their exact answers show them", async () => {
    const board = await filled(3);
    const long = {
      ...board.entries[0]!,
      source: { library: origin, version: "v2", platform: "tiktok", received: "2025-11-04T10:00:00.000Z" } as const,
    };
    const card = { ...wireDetail.card, title: `A\n${"x".repeat(9000)}`, description: "\u{1F600}".repeat(5000), cta: hostile[5] }; // prettier-ignore
    const detail = okText({ ...wireDetail, id: undefined, card });
    await stack.archive.storeDetail(origin, "v2", long.ad, { text: detail, receivedAt: long.source.received });
    const own = { ...long, sha256: createHash("sha256").update(detail).digest("hex") };
    const wrong = { ...board.entries[1]!, sha256: "0".repeat(64) };
    const found = await stack.boards.snapshots([own, wrong, board.entries[2]!]);
    assert.deepEqual([...found.keys()], [own, board.entries[2]]);
    const texts = found.get(own)!;
    assert.deepEqual([texts.advertiser, texts.call_to_action], ["Shop", "gnp.exe [31m"]);
    assert.equal(texts.text, "\u{1F600}".repeat(2000));
    assert.ok((texts.title ?? "").length <= 200);
    const { board: read, problems } = readBoard(addEntries(newBoard("B"), [{ ...own, snapshot: texts }])?.text ?? "");
    assert.deepEqual(problems, []);
    assert.deepEqual(read?.entries[0]?.snapshot, texts);
    // A report says nothing that its answers don't, and holds for those who have other texts in the file.
    const kept = { ...board, entries: board.entries.map((entry) => ({ ...entry, snapshot: { title: "SECRET" } })) };
    assert.deepEqual(await stack.boards.report(kept), await stack.boards.report(board));
  });

  it("say of an ad without its answer only that", async () => {
    const board = await filled(3);
    for (const file of answers()) rmSync(file);
    const { html, markdown, problems } = await stack.boards.report(board);
    const gone = problems.map(({ about }) => about);
    for (const text of [html, markdown.replaceAll("\\", "")]) assert.ok(gone.every((about) => text.includes(about)));
    assert.match(html, /its stored answer is missing/);
  });
});
