import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import type { Board } from "../../../../src/features/boards/board";
import type { Report, ReportFiles } from "../../../../src/features/boards/report";
import { times } from "../../../support/long";
import { useService } from "../../../support/fixtures";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, useStack, useStacks } from "../stack";
import { pngOf, storeAds } from "./pictures";

const count = times(8, 50);

describe("pictures in reports", () => {
  const folder = temporaryFolder();
  const server = useService(({ seen, response }) => response.end(pngOf(seen.target)));
  const open = useStacks();
  const stack = useStack(() => openStack(folder(), server.url, undefined));
  let board: Board;
  beforeEach(async () => {
    board = await storeAds(
      stack,
      server.url,
      Array.from({ length: count }, (_, at) => [`${server.url}/${at}`]),
    );
  });

  const keep = (of = stack) => of.boards.keepPictures(board, { signal: new AbortController().signal });
  const filesOf = ({ html, markdown, pictures }: Report): ReportFiles => ({
    ...{ html: Buffer.from(html), markdown: Buffer.from(markdown) },
    picture: (name) => Promise.resolve(pictures.find((one) => one.name === name)?.bytes),
  });
  const media = (name: string) => folder("archive/media", name.slice(0, 2), name);

  it("are in the HTML as data and beside the Markdown as files, and only data may load", async () => {
    const without = await stack.boards.report(board);
    assert.doesNotMatch(without.html, /<img|img-src/);
    await keep();
    const { html, markdown, pictures } = await stack.boards.report(board);
    assert.match(html, /content="default-src 'none'; img-src data:; style-src 'sha256-/);
    const shown = [...html.matchAll(/<img src="data:image\/png;base64,([^"]+)" alt="[^"<>]+">/g)];
    const linked = [...markdown.matchAll(/!\[Picture of the ad\]\(pictures\/([0-9a-f]{64}\.png)\)/g)];
    assert.equal((html.match(/<img/g) ?? []).length, count);
    assert.deepEqual([shown.length, linked.length, pictures.length], [count, count, count]);
    for (const [at, [, data = ""]] of shown.entries()) {
      const bytes = Buffer.from(data, "base64");
      assert.deepEqual(bytes, pngOf(`/${at}`));
      assert.equal(linked[at]?.[1], `${createHash("sha256").update(bytes).digest("hex")}.png`);
    }
    for (const [, name = ""] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${name}"`), name);
  });

  it("are the same bytes on another machine, and hold", async () => {
    await keep();
    const report = await stack.boards.report(board);
    const other = open(folder("other"), server.url, undefined);
    await storeAds(
      other,
      server.url,
      Array.from({ length: count }, (_, at) => [`${server.url}/${at}`]),
    );
    const [first] = (await other.boards.verify(filesOf(report))).problems;
    assert.deepEqual([first?.where, first?.about], ["picture", "tiktok:1"]);
    await keep(other);
    assert.deepEqual(await other.boards.report(board), report);
    assert.deepEqual((await other.boards.verify(filesOf(report))).problems, []);
    assert.deepEqual((await stack.boards.verify(filesOf(report))).problems, []);
    // Pictures that are kept later are not in this report, which still holds.
    rmSync(folder("archive/media"), { recursive: true });
    const earlier = await stack.boards.report(board);
    await keep();
    assert.deepEqual((await stack.boards.verify(filesOf(earlier))).problems, []);
  });

  it("are named by their ads if they were changed, deleted, or exchanged", async () => {
    await keep();
    const report = await stack.boards.report(board);
    const [one, two] = report.pictures;
    assert.ok(one && two);
    const told = async (files = filesOf(report)) =>
      (await stack.boards.verify(files)).problems.map(({ where, about }) => `${where} ${about}`);
    for (let at = 0; at < one.bytes.length; at += 1) {
      writeFileSync(
        media(one.name),
        one.bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)),
      );
      assert.deepEqual(await told(), ["picture tiktok:1"]);
    }
    rmSync(media(one.name));
    assert.deepEqual(await told(), ["picture tiktok:1"]);
    writeFileSync(media(one.name), one.bytes);
    assert.deepEqual(await told(), []);
    // A report that shows another ad's picture, and says so in its claims as well.
    const data = (bytes: Buffer) => bytes.toString("base64");
    const forged = (text: string) => text.replaceAll(one.name, two.name).replaceAll(data(one.bytes), data(two.bytes));
    const swapped = { ...report, html: forged(report.html), markdown: forged(report.markdown) };
    assert.deepEqual(await told(filesOf(swapped)), ["picture tiktok:1"]);
    // A byte in the page, and one in a file beside the Markdown.
    const html = report.html.replace(data(one.bytes), data(Buffer.from(one.bytes.map((byte, at) => byte ^ Number(at === 20))))); // prettier-ignore
    assert.match((await told(filesOf({ ...report, html }))).join(), /^html the picture of the ad “/);
    const pictures = report.pictures.map((each) => (each === two ? { ...two, bytes: one.bytes } : each));
    assert.deepEqual(await told(filesOf({ ...report, pictures })), [`markdown pictures/${two.name}`]);
    assert.deepEqual(await told(filesOf({ ...report, pictures: [] })).then(({ length }) => length), count);
  });

  it("stay below a size that pages open with, and each that is left out is said", async () => {
    server.answer(({ seen, response }) => response.end(Buffer.concat([pngOf(seen.target), Buffer.alloc(4_900_000)])));
    stack.set({ keepMediaMaxSizeMb: 500 });
    await keep();
    const report = await stack.boards.report(board);
    assert.equal(report.pictures.length, 6);
    for (const text of [report.html, report.markdown])
      assert.equal(text.match(/The kept picture is left out: all pictures/g)?.length, count - 6);
    assert.equal(report.html.match(/<img/g)?.length, 6);
    assert.deepEqual((await stack.boards.verify(filesOf(report))).problems, []);
  });
});
