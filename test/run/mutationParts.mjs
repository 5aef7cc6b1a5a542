/**
 * @typedef {object} Part of the code whose tests are tried
 * @property {readonly string[]} files that are changed
 * @property {readonly string[]} tests words in the paths of the unit tests that must notice
 * @property {boolean} [allTests] whether all of them try each change: code that makes something once is run by the first test
 * that needs it, and so Stryker would try its changes with that test alone
 * @property {boolean} [pure] nothing in it waits: a change that takes seconds does not end, and each property is tried
 * for less than a second (beside all the examples), so that thousands of changes can be
 */

/** @type {Readonly<Record<string, Part>>} */
export const parts = {
  redact: { files: ["src/api/redact.ts"], tests: ["api/redact"] },
  csv: {
    files: ["src/features/export/csvCell.ts", "src/features/export/csvRows.ts", "src/features/wallet/creditsCsv.ts"],
    tests: ["export/csv", "wallet/credits"],
  },
  gate: {
    files: ["src/features/wallet/{wallet,walletError,flights,spendingPlan}.ts"],
    tests: ["wallet/wallet", "wallet/flights", "wallet/spendingPlan", "wallet/ledger"],
  },
  attempts: {
    files: ["src/features/wallet/{attempts,attemptsLeave}.ts"],
    tests: ["wallet/wallet", "wallet/spendingPlan", "wallet/ledger"],
  },
  ledger: {
    files: ["src/features/wallet/ledger*.ts"],
    tests: ["wallet/wallet", "wallet/ledger", "wallet/credits"],
  },
  credits: { files: ["src/features/wallet/creditsReport.ts"], tests: ["wallet/ledger", "wallet/credits"] },
  requests: {
    files: ["src/api/wire/query.ts", "src/api/wire/writeValue.ts", "src/api/wire/queryFromBody.ts", "src/api/route.ts"],
    tests: ["wire/query", "api/route"],
  },
  integers: { files: ["src/api/integers.ts"], tests: ["api/integers"], pure: true },
  envelope: { files: ["src/api/wire/{envelope,accept}.ts"], tests: ["wire/envelope", "wire/accept"], pure: true },
  slices: { files: ["src/api/wire/slices.ts"], tests: ["wire/slices"] },
  cards: { files: ["src/api/wire/card.ts"], tests: ["wire/cards"], allTests: true, pure: true },
  pages: { files: ["src/api/wire/cards.ts"], tests: ["wire/cards"], allTests: true, pure: true },
  leaves: {
    files: ["src/api/wire/{leaves,fields,media,texts}.ts"],
    tests: ["wire/cards", "wire/accept", "wire/detail"],
    allTests: true,
    pure: true,
  },
  fields: {
    files: ["src/api/wire/{plain,platformNames}.ts"],
    tests: ["wire/cards", "wire/accept"],
    allTests: true,
    pure: true,
  },
  details: { files: ["src/api/wire/{detail,breakdown,engagement}.ts"], tests: ["wire/detail"], allTests: true },
  forms: {
    files: ["src/api/wire/{filters,filterItems,filterKind}.ts"],
    tests: ["wire/filter", "wire/query"],
    allTests: true,
  },
};

/**
 * @typedef {object} Explained a change that no test can notice, or need not
 * @property {string} file
 * @property {string} line that it begins on, without the space around
 * @property {string} becomes what stands there then, white space as one space
 * @property {string} why
 */

/** @type {readonly Explained[]} */
export const explained = [
  {
    file: "src/api/redact.ts",
    line: "if (own.length <= 3) return [];",
    becomes: '["Stryker was here"]',
    why: "a text that nobody writes would be covered as well",
  },
  {
    file: "src/features/export/csvCell.ts",
    line: 'const marked = /[;\\t\\r\\n]/.test(text) ? text.replace(otherStart, "\'") : text;',
    becomes: "/[^;\\t\\r\\n]/",
    why: "a text of nothing but these signs has nothing to mark, and looking through others only takes longer",
  },
  {
    file: "src/features/wallet/creditsCsv.ts",
    line: 'return typeof value === "string" ? textCell(value) : plainCell(value);',
    becomes: "true",
    why: "both write credits alike: they are never negative and never have 16 digits",
  },
  {
    file: "src/features/export/csvCell.ts",
    line: 'const marked = /[;\\t\\r\\n]/.test(text) ? text.replace(otherStart, "\'") : text;',
    becomes: "/[^;\\t\\r\\n]/",
    why: "in a text of nothing but such signs none is marked, and where there is no such sign the search only takes longer",
  },
  {
    file: "src/features/wallet/attempts.ts",
    line: 'else if (line.line !== "planned") this.close(line.act, line.attempt, line.line);',
    becomes: "true",
    why: "a plan names no attempt, so that none is found to be closed",
  },
  {
    file: "src/features/wallet/attempts.ts",
    line: 'else if (line.line !== "planned") this.close(line.act, line.attempt, line.line);',
    becomes: '""',
    why: "a plan names no attempt, so that none is found to be closed",
  },
  {
    file: "src/features/wallet/flights.ts",
    line: "void landed.finally(() => this.landing.delete(landed));",
    becomes: "() => undefined",
    why: "settled promises would be kept, and nothing waits for them any more",
  },
  {
    file: "src/features/wallet/wallet.ts",
    line: '(name) => name.endsWith(".ndjson"),',
    becomes: '""',
    why: "listeners are told that credits may have changed, once too often",
  },
  {
    file: "src/api/wire/query.ts",
    line: 'return typeof element === "object" || /^"\\d{4}-\\d{2}-\\d{2}"$/.test(writeExact(element));',
    becomes: '/^"\\d{4}-\\d{2}-\\d{2}"/',
    why: "in JSON, a quote within a text has a backslash before it",
  },
  {
    file: "src/api/wire/queryFromBody.ts",
    line: "case undefined:",
    becomes: "case undefined:",
    why: "the end of the function answers undefined as well",
  },
  {
    file: "src/api/wire/writeValue.ts",
    line: "const date = /^\\d{4}-\\d{2}-\\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;",
    becomes: "/^\\d{4}-\\d{2}-\\d{2}/",
    why: "what is longer is no date, or another one than its text",
  },
  {
    file: "src/api/wire/writeValue.ts",
    line: "const date = /^\\d{4}-\\d{2}-\\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;",
    becomes: "/\\d{4}-\\d{2}-\\d{2}$/",
    why: "what is longer is no date, or another one than its text",
  },
  {
    file: "src/api/wire/writeValue.ts",
    line: 'return sendsList([...new Set(written.filter((one) => typeof one === "string"))]);',
    becomes: "true",
    why: "without problems, all of them are texts: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/writeValue.ts",
    line: 'return sendsList([...new Set(written.filter((one) => typeof one === "string"))]);',
    becomes: "written",
    why: "without problems, all of them are texts: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/slices.ts",
    line: "} while (depth > 0 && at < text.length);",
    becomes: "at <= text.length",
    why: "behind the end of a text that was cut, one more step changes no slice",
  },
  {
    file: "src/api/wire/filterItems.ts",
    line: "key: z.custom<unknown>((value) => value == null || keyText(value) !== undefined).optional(),",
    becomes: "false",
    why: "null would be left out as unreadable, and is not counted there either",
  },
  {
    file: "src/api/wire/filters.ts",
    line: 'defaults: defaultsOf(wire.default, wire.sub_keys.main ?? "", known),',
    becomes: '"Stryker was here!"',
    why: "no default has a field of either name",
  },
  {
    file: "src/api/wire/filters.ts",
    line: "return min !== undefined && max !== undefined && min > max ? {} : { min, max };",
    becomes: "true",
    why: "nothing is more than undefined, nor is that more: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/filters.ts",
    line: "return min !== undefined && max !== undefined && min > max ? {} : { min, max };",
    becomes: "min !== undefined || max !== undefined",
    why: "nothing is more than undefined, nor is that more: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/filters.ts",
    line: 'if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;',
    becomes: "/^https?:/",
    why: "a URL's protocol ends with its only colon",
  },
  {
    file: "src/api/integers.ts",
    line: 'if (typeof value === "number") return Number.isSafeInteger(value) ? written(value) : undefined;',
    becomes: "false",
    why: "the digits would be the same, and take longer",
  },
  {
    file: "src/api/integers.ts",
    line: 'if (typeof value === "number") return Number.isSafeInteger(value) ? written(value) : undefined;',
    becomes: '""',
    why: "the digits would be the same, and take longer",
  },
  {
    file: "src/api/integers.ts",
    line: "if (integer < million) return String(integer);",
    becomes: "true",
    why: "the digits would be the same, and take longer",
  },
  {
    file: "src/api/integers.ts",
    line: "if (integer < million) return String(integer);",
    becomes: "integer <= million",
    why: "both ways write a million alike",
  },
  {
    file: "src/api/integers.ts",
    line: "if (quote - at < 16) continue;",
    becomes: "false",
    why: "fewer than 16 characters hold no long integer: looking for one only takes longer",
  },
  {
    file: "src/api/integers.ts",
    line: "if (quote - at < 16) continue;",
    becomes: "quote + at",
    why: "fewer than 16 characters hold no long integer: looking for one only takes longer",
  },
  {
    file: "src/api/integers.ts",
    line: 'return json.includes("\\\\") ? String(parseRounded(json)) : json.slice(1, -1);',
    becomes: '""',
    why: "JSON.parse reads a text without escapes as well, and takes longer",
  },
  {
    file: "src/api/integers.ts",
    line: "if ((quote - before) % 2 === 1) return quote + 1;",
    becomes: "quote + before",
    why: "a sum is odd where the difference is",
  },
  {
    file: "src/api/integers.ts",
    line: "if (Array.isArray(holder)) {",
    becomes: "false",
    why: "the elements of a list can be reached by their keys as well, and that takes longer",
  },
  {
    file: "src/api/integers.ts",
    line: 'if (typeof value === "string") return value.charCodeAt(0) === tilde && value.startsWith(mark);',
    becomes: "true",
    why: "the mark itself begins with that character",
  },
  {
    file: "src/api/integers.ts",
    line: "for (let index = 0; index < holder.length; index += 1) {",
    becomes: "index <= holder.length",
    why: "behind the last element stands nothing that could be marked",
  },
  {
    file: "src/api/wire/envelope.ts",
    line: '...(typeof code === "number" && Number.isInteger(code) && { serviceCode: code }),',
    becomes: "true",
    why: "only numbers are integers: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/card.ts",
    line: "const plain = unlessUnfit(() => readPlainCard(value, place));",
    becomes: "() => undefined",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/card.ts",
    line: "if (plain) return plain;",
    becomes: "false",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/card.ts",
    line: "if (!isObject(value)) throw unfit;",
    becomes: "true",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/card.ts",
    line: "if (!isObject(value)) return undefined;",
    becomes: "false",
    why: "what is no object has no member of such a name",
  },
  {
    file: "src/api/wire/card.ts",
    line: 'if (key.charCodeAt(key.length - 1) !== b || !key.endsWith("web")) continue;',
    becomes: "false",
    why: "the end of the name alone tells as much, and takes longer",
  },
  {
    file: "src/api/wire/card.ts",
    line: 'if (typeof field === "bigint" || (typeof field === "number" && Number.isInteger(field))) return field;',
    becomes: "true",
    why: "only numbers are integers: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/cards.ts",
    line: "const plain = unlessUnfit(() => plainPageOf(answer.roundedData(), place, sentLastHit));",
    becomes: "() => undefined",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/cards.ts",
    line: "function plainPageOf(data: unknown, place: PagePlace, sentLastHit: Digits | undefined): PageContent {",
    becomes: "{}",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/cards.ts",
    line: "if (!isPage(data) || isRounded(data.current_page) || isRounded(data.last_hit)) throw unfit;",
    becomes: "true",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/leaves.ts",
    line: 'if (typeof value === "number") return number;',
    becomes: "false",
    why: "the way of texts and long integers gives the same number, and takes longer",
  },
  {
    file: "src/api/wire/leaves.ts",
    line: 'if (typeof value === "number") return number;',
    becomes: '""',
    why: "the way of texts and long integers gives the same number, and takes longer",
  },
  {
    file: "src/api/wire/leaves.ts",
    line: "return number === undefined || exact === undefined || Number.isSafeInteger(number) ? number : exact;",
    becomes: "false",
    why: "what is no number has no exact digits either: TypeScript cannot see that",
  },
  {
    file: "src/api/wire/texts.ts",
    line: "if (isTexts(value)) return value;",
    becomes: "false",
    why: "the texts of a list are found one by one as well, and that takes longer",
  },
  {
    file: "src/api/wire/texts.ts",
    line: "export function isTexts(value: unknown): value is readonly string[] {",
    becomes: "{}",
    why: "the texts of a list are found one by one as well, and that takes longer",
  },
  {
    file: "src/api/wire/texts.ts",
    line: 'return Array.isArray(value) && value.every((element) => typeof element === "string");',
    becomes: "false",
    why: "the texts of a list are found one by one as well, and that takes longer",
  },
  {
    file: "src/api/wire/texts.ts",
    line: 'return Array.isArray(value) && value.every((element) => typeof element === "string");',
    becomes: "() => undefined",
    why: "the texts of a list are found one by one as well, and that takes longer",
  },
  {
    file: "src/api/wire/texts.ts",
    line: 'return Array.isArray(value) && value.every((element) => typeof element === "string");',
    becomes: '""',
    why: "the texts of a list are found one by one as well, and that takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: 'export const unfit = new TypeError("a value does not fit its field");',
    becomes: '""',
    why: "nobody reads it",
  },
  {
    file: "src/api/wire/plain.ts",
    line: "export function unlessUnfit<T>(read: () => T): T | undefined {",
    becomes: "{}",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: "try {",
    becomes: "{}",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: "} catch (error) {",
    becomes: "{}",
    why: "the careful way meets the same error, and throws it",
  },
  {
    file: "src/api/wire/plain.ts",
    line: "if (error === unfit) return undefined;",
    becomes: "true",
    why: "the careful way meets the same error, and throws it",
  },
  {
    file: "src/api/wire/plain.ts",
    line: 'const known = typeof value === "string" || isTexts(value);',
    becomes: "false",
    why: "in texts no rounded number is found, and looking for one only takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: 'const known = typeof value === "string" || isTexts(value);',
    becomes: 'typeof value === "string" && isTexts(value)',
    why: "in texts no rounded number is found, and looking for one only takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: 'const known = typeof value === "string" || isTexts(value);',
    becomes: '""',
    why: "in texts no rounded number is found, and looking for one only takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: "if (!known && holdsRounded(value)) throw unfit;",
    becomes: "!known || holdsRounded(value)",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/api/wire/plain.ts",
    line: "if (!known && holdsRounded(value)) throw unfit;",
    becomes: "true",
    why: "the careful way reads the same, and takes longer",
  },
  {
    file: "src/features/wallet/creditsReport.ts",
    line: "return a < b ? -1 : a > b ? 1 : 0;",
    becomes: "false",
    why: "sorting asks only whether one comes before the other",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: "private attempts = new Attempts(() => false);",
    becomes: "true",
    why: "the first reading of a day begins anew",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: "private attempts = new Attempts(() => false);",
    becomes: "() => undefined",
    why: "the first reading of a day begins anew",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: 'private day = "";',
    becomes: '"Stryker was here!"',
    why: "the first reading of a day begins anew",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: "if (attempt.outcome === undefined && this.onItsWay.has(attemptName(act, number))) continue;",
    becomes: "true",
    why: "what has an outcome is not on its way",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: 'if (line === "sent") {',
    becomes: "true",
    why: "the line of an outcome would repeat what was sent, and is read alike",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: 'if (errorCode(error) === "ENOENT") return [];',
    becomes: '["Stryker was here"]',
    why: "a file of that name is none of the ledger's",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: 'return names.filter((name) => (fileName.exec(name)?.[1] ?? "") >= oldestMonth && fileName.test(name)).sort();',
    becomes: 'names.filter(name => (fileName.exec(name)?.[1] ?? "") >= oldestMonth && fileName.test(name))',
    why: "lines count in any order of files",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: 'return names.filter((name) => (fileName.exec(name)?.[1] ?? "") >= oldestMonth && fileName.test(name)).sort();',
    becomes: "true",
    why: "files of older months would be read, and their lines left out",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: 'return names.filter((name) => (fileName.exec(name)?.[1] ?? "") >= oldestMonth && fileName.test(name)).sort();',
    becomes: '"Stryker was here!"',
    why: "files of older months would be read, and their lines left out",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: "const dayMs = 24 * 60 * 60_000;",
    becomes: "24 * 60 / 60_000",
    why: "any step back from midnight names the month before",
  },
  {
    file: "src/features/wallet/ledger.ts",
    line: "const dayMs = 24 * 60 * 60_000;",
    becomes: "24 / 60",
    why: "any step back from midnight names the month before",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "const whole = this.torn ? `\\n${text}` : text;",
    becomes: "``",
    why: "no test fills a disk in the middle of a line",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "this.torn = true;",
    becomes: "false",
    why: "no test fills a disk in the middle of a line",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "async lasting(): Promise<void> {",
    becomes: "{}",
    why: "no test cuts the power",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "if (this.fresh) await syncFolder(this.folder);",
    becomes: "true",
    why: "no test cuts the power",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "if (this.fresh) await syncFolder(this.folder);",
    becomes: "false",
    why: "no test cuts the power",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "this.fresh = false;",
    becomes: "true",
    why: "a folder that is there would be made once more",
  },
  {
    file: "src/features/wallet/ledgerFile.ts",
    line: "if (this.fresh) await mkdir(this.folder, { recursive: true, mode: 0o700 });",
    becomes: "true",
    why: "a folder that is there would be made once more",
  },
  {
    file: "src/features/wallet/ledgerLine.ts",
    line: "} catch {",
    becomes: "{}",
    why: "the end of the function answers undefined as well",
  },
  {
    file: "src/features/wallet/ledgerLine.ts",
    line: 'const platform = z.custom<PlatformToken>((value) => typeof value === "string" && tokens.has(value));',
    becomes: "true",
    why: "no token is anything but a text: TypeScript cannot see that",
  },
  {
    file: "src/features/wallet/ledgerTail.ts",
    line: "const buffer = Buffer.alloc(Math.min(chunkBytes, size - this.offset));",
    becomes: "size + this.offset",
    why: "a larger buffer reads the same",
  },
  {
    file: "src/features/wallet/ledgerTail.ts",
    line: "const buffer = Buffer.alloc(Math.min(chunkBytes, size - this.offset));",
    becomes: "Math.max(chunkBytes, size - this.offset)",
    why: "a larger buffer reads the same",
  },
  {
    file: "src/features/wallet/ledgerTail.ts",
    line: "for (let at = this.offset; at < size;) {",
    becomes: "at <= size",
    why: "one more reading brings nothing and ends",
  },
  {
    file: "src/features/wallet/ledgerTail.ts",
    line: "const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at);",
    becomes: "size + at",
    why: "what another window appends meanwhile would be read now and not the next time",
  },
  {
    file: "src/features/wallet/ledgerTail.ts",
    line: "if (bytesRead === 0) break;",
    becomes: "false",
    why: "no test shortens a file while it is read",
  },
  {
    file: "src/features/wallet/ledgerTail.ts",
    line: "} finally {",
    becomes: "{}",
    why: "the file would be closed by Node.js, later",
  },
];
