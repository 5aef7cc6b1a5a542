import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { AdLibraryError } from "../../../src/api/errors";
import { versions } from "../../../src/api/versions";
import { asCurl, requestLine } from "../../../src/features/search/requestText";
import { formatWriter } from "../../../src/features/export/formats";
import type { ExportRow } from "../../../src/features/export/exportRows";
import { suggestName } from "../../../src/features/export/targets";
import { toFailure } from "../../../src/features/failures/failures";
import { linkUrl, safeLink } from "../../../src/features/details/links";
import { prettyJson } from "../../../src/protocol/exactJson";
import { queryLabel } from "../../../src/features/search/queryLabel";
import { RecentSearches } from "../../../src/features/searches/recentSearches";
import { SavedSearches } from "../../../src/features/searches/savedSearches";
import { creditsCsv } from "../../../src/features/wallet/creditsReport";
import type { PreparedSearch } from "../../../src/api/wire/query";
import type { FilterForm } from "../../../src/protocol/filters";
import { defaultSegments } from "../../../src/protocol/platforms";
import type { SearchQuery } from "../../../src/protocol/search";
import { showFailure } from "../../../src/views/commands/boundary";
import { confirmSpending, Refusals } from "../../../src/views/spending";
import { creditsMarkdown } from "../../../src/views/creditsMarkdown";
import { noIcons } from "../../../src/views/words";
import { recentItem, savedItem } from "../../../src/views/tree/searchItems";
import { payloads, withEachText } from "../../support/payloads";
import { temporaryFolder } from "../../support/temporaryFolder";
import { recordingCalls } from "../../support/vscodeCalls";
import { wireCard, wireDetail, wireForm } from "../../unit/api/answers";
import { about } from "../../unit/features/export/someAnswers";
import { openWallet, paid, search } from "../../unit/features/wallet/acts";

const { readCard, readAdDetail, readFilterForm } = versions.v2;
const ok = (data: unknown) => JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data });
const ad = { platform: "facebook", id: "1" } as const;
const now = () => new Date(0);
const trigger = /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** What turns or hides text, or ends a line. */
const unreadable = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u;

function assertLine(text: string, where: string): void {
  assert.doesNotMatch(text, unreadable, where);
  assert.ok(text.length < 1000, `${where} has ${text.length} signs`);
}

/** A search whose every word was given by the service's form. */
function queryOf(form: FilterForm): SearchQuery {
  const choices = form.filters.flatMap(({ key, items }) =>
    items.length > 0 ? [{ filter: key, value: { kind: "items", items: items.slice(0, 1) } } as const] : [],
  );
  return { platform: "native", choices };
}

describe("hostile text from the service", () => {
  const folder = temporaryFolder();
  for (const [name, payload] of Object.entries(payloads)) {
    it(`stays text in files, documents and links, in each field of a card and a detail: ${name}`, () => {
      const csv = formatWriter("csv", about, true);
      const ndjson = formatWriter("ndjson", about, true);
      const cards = withEachText(wireCard(1), payload);
      const details = withEachText(wireDetail, payload);
      assert.ok(cards.length >= 15 && details.length >= 40, `${cards.length} and ${details.length} texts`);
      for (const at of Array.from({ length: Math.max(cards.length, details.length) }).keys()) {
        const slice = JSON.stringify(cards[at % cards.length]);
        const detail = ok(details[at % details.length]);
        const card = readCard(cards[at % cards.length], { platform: "facebook", page: 1, index: 0 });
        const read = readAdDetail(detail, ad);
        const row: ExportRow = {
          ...{ slice, card, ad, position: 0, version: "v2" },
          page: { page: 1, fetchedAt: "" },
          detail: { text: detail, fetchedAt: "" },
        };
        const line = csv.row(row, 0).trimEnd();
        const file = csv.finished!.head() + csv.finished!.line(line);
        const cells: string[][] = parse(file, { bom: true, record_delimiter: "\r\n" });
        assert.equal(cells.length, 2, "one row stays one row");
        for (const cell of cells.flat()) assert.doesNotMatch(cell, trigger);
        assert.equal(ndjson.row(row, 0).trim().split("\n").length, 1);
        assert.deepEqual(JSON.parse(prettyJson(detail)), JSON.parse(detail));
        const links = [
          { of: "post" },
          { of: "display" },
          { of: "attachment", index: 0 },
          { of: "urlChain", index: 0 },
        ] as const;
        for (const link of links) {
          const url = safeLink(linkUrl(link, card, read) ?? "");
          if (url) assert.match(url.href, /^https?:\/\/[^@]+$/);
        }
      }
    });

    it(`stays text in trees, lists, questions, names and the shell, in each field of a form: ${name}`, async () => {
      const forms = withEachText(wireForm, payload).map((form) => readFilterForm(ok(form), "native"));
      const labels = [...new Set([payload, ...forms.map((form) => queryLabel(queryOf(form)))])];
      const saved = new SavedSearches({ folder: join(folder(), "s"), now, onProblem: () => undefined });
      const recent = new RecentSearches({ folder: join(folder(), "r"), now, onProblem: () => undefined });
      for (const label of labels.slice(0, 12)) {
        const { id, name: kept } = await saved.save(label, { platform: "native", body: {} });
        await recent.add({ platform: "native", body: { search_field: [label] } }, label);
        const shown = (await recent.list())[0]!.label;
        const rows = [
          savedItem({ id, name: kept, platform: "native" }),
          recentItem({ label: shown, platform: "native", at: "", search: { platform: "native", body: {} } }),
        ];
        for (const item of rows) {
          const text = (item.label as { readonly label: string }).label;
          assertLine(text, "label");
          assert.ok(!text.includes("$("), text);
          // Only a MarkdownString can be trusted or draw icons: a plain text cannot.
          assert.equal(typeof item.tooltip, "string");
          assertLine(item.accessibilityInformation!.label, "what is read out");
        }
        assert.ok(!noIcons(label).includes("$("));
        const file = suggestName("native", label, now(), "csv");
        assert.equal(basename(file), file);
        assert.match(file, /^[^\\/:*?"<>|%.\p{C}][^\\/:*?"<>|%\p{C}]*-1970-01-01\.csv$/u);
        assert.ok(Buffer.byteLength(file) <= 120);
      }
      saved.dispose();
      recent.dispose();
    });

    it(`stays text on the credits page, in its table and in the question before spending: ${name}`, async () => {
      const wallet = openWallet(folder(), {
        confirm: confirmSpending(new Refusals(), () => undefined),
        confirmAbove: 500,
      });
      const asked = await recordingCalls(async (calls) => {
        await wallet.spend({ ...search, label: payload, credits: 900 }, undefined, paid()).catch(() => undefined);
        return calls;
      });
      const question = asked.find(([what]) => what === "showWarningMessage")!;
      assertLine((question[2] as { readonly detail: string }).detail, "question");
      await wallet.spend({ ...search, label: payload }, undefined, paid());
      const report = await wallet.report();
      const page = creditsMarkdown(report, { spent: 0, sample: 0, allowance: 0, stopped: false });
      const row = page.split("\n").find((line) => line.includes("By search"))!;
      assert.ok(row);
      const tail = page.slice(page.indexOf("By search and ad"));
      assert.doesNotMatch(tail.split("\n")[4]!.replace(/&#\d+;/g, ""), /[<>[\]`*_$#!]|\|.*\|.*\|.*\|.*\|.*\|/);
      const cells: string[][] = parse(creditsCsv(report.rows, "comma"), { bom: true, record_delimiter: "\r\n" });
      assert.equal(cells.length, 2);
      for (const cell of cells[1]!) assert.doesNotMatch(cell, trigger);
      await wallet.dispose();
    });

    it(`stays text in a message and in the log, as the reason of a refusal: ${name}`, async () => {
      const error = new AdLibraryError("rejected", {
        charge: "unknown",
        serviceCode: 1009,
        serviceText: payload,
        specifics: payload,
      });
      const [shown] = await recordingCalls(async (calls) => {
        await showFailure({
          ...toFailure(error),
          problems: [{ code: "unknownFilter", filter: payload, message: payload }] as never,
        });
        return calls;
      });
      const [what, text] = shown!;
      assert.equal(what, "showErrorMessage");
      assert.doesNotMatch(String(text), /\$\(|\[|\]/);
      const record = {
        method: "POST",
        path: "/v2/ads/native/search",
        attempts: 1,
        ms: 1,
        bytes: 1,
        credits: 100,
        repairs: 0,
        failure: error,
      } as const;
      assert.doesNotMatch(requestLine(record), unreadable);
    });

    it(`runs nothing in the shell that a search is copied to: ${name}`, async () => {
      const request: PreparedSearch = { platform: "native", body: JSON.stringify({ text: payload.slice(0, 9000) }) };
      const command = asCurl("https://ads.example", "v2", request, defaultSegments);
      const shell = `cd "$1"; curl() { for last; do :; done; printf %s "$last"; }; ${command}`;
      const { stdout } = await promisify(execFile)("sh", ["-c", shell, "sh", folder()]);
      assert.deepEqual(JSON.parse(stdout), { ...(JSON.parse(request.body) as object), page: 1 });
      assert.deepEqual(await readdir(folder()), []);
    });
  }
});
