import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import Ajv, { type AnySchemaObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020";
import { parse as parseJsonc, type ParseError, printParseErrorCode } from "jsonc-parser";
import { CommandLine, ended } from "../support/commandLine";
import { skipBecause } from "../support/skipping";

/**
 * Code in a page. What follows the language on its first line says what to do with it:
 *
 * - nothing: it is played, with what the blocks before it in its page left behind
 * - `file NAME`: it is written to this file for the blocks behind it, and must fit the schema of its ending
 * - `schema FILE#POINTER`: it must fit this schema
 * - `needs PROGRAMS`: it is played where they are installed
 * - `played by TEST`: another test plays it
 * - `not played: REASON`
 *
 * A comment `before: COMMANDS` above it is played first.
 */
interface Block {
  readonly place: string;
  readonly language: string;
  readonly note: string;
  readonly text: string;
  readonly before: string;
}

const blockForm =
  /(?:^<!-- before: (?<before>.+) -->\n+)?^```(?<language>sh|console|json|ya?ml|sql|python)(?: (?<note>.+))?\n(?<text>[\s\S]*?)^```$/gm;

function blocksOf(page: string): readonly Block[] {
  const whole = readFileSync(page, "utf8");
  return [...whole.matchAll(blockForm)].map(({ index, groups = {} }) => {
    const { before = "", language = "", note = "", text = "" } = groups;
    const line = whole.slice(0, index).split("\n").length;
    return { place: `${page}:${line}`, language, note, text, before };
  });
}

const pages = globSync(["*.md", "docs/*.md", ".github/*.md", "src/**/*.md", "media/**/*.md"]);
const blocks = new Map(pages.map((page) => [page, blocksOf(page)]));
const all = [...blocks.values()].flat();
const isShell = ({ language, note }: Block) => /^(sh|console)$/.test(language) && /^$|^needs /.test(note);
const shellPages = pages.filter((page) => blocks.get(page)!.some(isShell));

/** The programs that blocks need, and that this machine doesn't have. */
function missingPrograms(own: readonly Block[]): readonly string[] {
  const needed = own.flatMap(({ note }) => /^needs (.+)$/.exec(note)?.[1]?.split(" ") ?? []);
  const folders = (process.env.PATH ?? "").split(delimiter);
  return needed.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
}

/** The clock of all commands: it hardly moves, so that the sample library answers the same each time. */
const clock = `
const [Real, started] = [Date, ${Date.now()}];
const now = () => Math.floor(Real.UTC(2026, 10, 28, 12) + (Real.now() - started) / 1000);
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length > 0 ? given : [now()])); }
  static now() { return now(); }
};`;

/** The commands of a block, each with what it prints if the page shows that. */
function commandsOf({ language, text }: Block): readonly { readonly command: string; readonly printed?: string }[] {
  if (language === "sh") return [{ command: text }];
  return text.split(/^\$ /m).flatMap((part) => {
    const [command = "", ...printed] = part.split("\n");
    return command === "" ? [] : [{ command, printed: printed.join("\n").trimEnd() }];
  });
}

/** Whether a command printed what a page shows; `…` alone in a line stands for any lines. */
function printsAs(shown: string, printed: string): boolean {
  const parts = shown.split(/^…$\n?/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\s\\S]*")}$`).test(printed);
}

const mark = "\u0001";

describe("code in the documentation", () => {
  let folder: string;
  let line: CommandLine;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-docs-"));
    line = await CommandLine.build();
  });
  after(async () => {
    await line.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("is played, or says why not", () => {
    for (const { place, language, note } of all) {
      const [, test] = /^played by (\S+)/.exec(note) ?? [];
      if (test !== undefined) {
        assert.ok(existsSync(test), `${place}: ${test} does not exist`);
        assert.ok(readFileSync(test, "utf8").includes(basename(place).split(".")[0]!), `${test} doesn't name ${place}`);
      } else if (/^(sh|console)$/.test(language) || note !== "")
        assert.match(note, /^$|^needs [\w ]+$|^file \S+$|^schema \S+$|^not played: .{10,}$/, place);
      else assert.fail(`${place}: nothing plays ${language}; say why in its first line`);
    }
    assert.ok(all.length > 20);
  });

  it("fits the schema, if it is JSON", () => {
    let checked = 0;
    for (const { place, language, note, text } of all) {
      const [, ending] = /^file \S+\.(adsearch|adboard)\.json$/.exec(note) ?? [];
      const [, named, pointer = ""] = /^schema ([^#\s]+)(#\S*)?$/.exec(note) ?? [];
      if (language !== "json" || note.startsWith("not played")) continue;
      const errors: ParseError[] = [];
      const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
      assert.deepEqual(
        errors.map(({ error }) => printParseErrorCode(error)),
        [],
        place,
      );
      const file = ending === undefined ? named : `docs/schemas/${ending}.schema.json`;
      if (file === undefined) continue;
      const schema = JSON.parse(readFileSync(file, "utf8")) as AnySchemaObject;
      const Checker = String(schema.$schema).includes("2020") ? Ajv2020 : Ajv;
      const ajv = new Checker({ strict: false, allErrors: true, schemas: { [file]: schema } });
      for (const other of globSync("docs/schemas/export-*.json").filter((other) => other !== file))
        if (Checker === Ajv2020) ajv.addSchema(JSON.parse(readFileSync(other, "utf8")) as AnySchemaObject);
      assert.ok(ajv.validate({ $ref: `${file}${pointer}` }, value), `${place}: ${ajv.errorsText()}`);
      checked += 1;
    }
    assert.ok(checked > 2);
  });

  it("names inputs that the GitHub action has, and this repository, if it is a workflow", () => {
    const inputs = /^inputs:\n([\s\S]*?)^\w/m.exec(readFileSync("action.yml", "utf8"))![1]!;
    const known = new Set([...inputs.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name));
    const { repository, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly repository: { readonly url: string };
      readonly version: string;
    };
    const own = /github\.com\/(.+)\.git$/.exec(repository.url)![1]!;
    const workflows = all.filter(({ language, note }) => language === "yaml" && note.startsWith("file "));
    assert.ok(workflows.length > 0);
    for (const { place, text } of workflows) {
      const [, uses, given = ""] = /- uses: (\S*ad-library\S*)\n +with:\n((?: {10}.+\n)+)/.exec(text) ?? [];
      assert.equal(uses, `${own}@v${version}`, place);
      for (const [, name] of given.matchAll(/^ +([\w-]+):/gm)) assert.ok(known.has(name), `${place}: ${name}`);
    }
  });

  /** Plays the blocks of a page in one shell, in an empty home. Returns what went wrong. */
  async function played(page: string): Promise<readonly string[]> {
    const own = blocks.get(page)!;
    const home = join(folder, page.replaceAll(/\W/g, "-"));
    mkdirSync(join(home, "bin"), { recursive: true });
    writeFileSync(join(home, "bin", "clock.cjs"), clock);
    const program = join(home, "bin", "ad-library");
    const cli = join(line.folder, "cli.js");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" -r "${home}/bin/clock.cjs" "${cli}" "$@"\n`);
    chmodSync(program, 0o755);
    const here = join(home, "work");
    mkdirSync(here);
    const steps: { readonly place: string; readonly command: string; readonly printed?: string }[] = [];
    for (const block of own) {
      const [, file] = /^file (\S+)$/.exec(block.note) ?? [];
      if (file !== undefined) {
        const write = `mkdir -p "$(dirname ${file})" && cat > ${file} <<'END-OF-FILE'\n${block.text}END-OF-FILE`;
        const check = file.endsWith(".adsearch.json") ? `\nad-library lint --strict --library sample: ${file}` : "";
        steps.push({ place: block.place, command: write + check });
      }
      if (!isShell(block) || missingPrograms([block]).length > 0) continue;
      if (block.before !== "") steps.push({ place: block.place, command: block.before });
      steps.push(...commandsOf(block).map((command) => ({ place: block.place, ...command })));
    }
    const script = steps.map(({ command, printed }) => {
      // What a page shows can be a failure. Exports stay for the commands behind it.
      const strict = (printed ?? "") === "" ? "set -e" : "set +e";
      return `${strict}\n${command}\n{ echo "${mark}"; } 2>/dev/null\n`;
    });
    const child = spawn("bash", ["--noprofile", "--norc", "-c", `exec 2>&1\n${script.join("")}`], {
      cwd: here,
      env: {
        PATH: [dirname(program), dirname(process.execPath), process.env.PATH].join(delimiter),
        ...{ ...line.compiled, HOME: home, LANG: "C.UTF-8", TZ: "UTC" },
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { stdout } = await ended(child);
    const outputs = stdout.replaceAll(here, "/home/you").split(`${mark}\n`);
    return steps.flatMap(({ place, command, printed }, index) => {
      const output = (outputs[index] ?? "").trimEnd();
      if (index >= outputs.length) return [];
      // The last text is what follows the last command that ended well.
      if (index === outputs.length - 1) return [`${place}: ${command.trim()}\nfailed:\n${output}`];
      if (printed === undefined || printed === "" || printsAs(printed, output)) return [];
      return [`${place}: ${command}\nis to print:\n${printed}\nbut prints:\n${output}`];
    });
  }

  // All pages are played beside each other, two at a time.
  const results = new Map<string, Promise<readonly string[]>>();
  before(() => {
    const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
    for (const [index, page] of shellPages.entries()) {
      const result = lanes[index % 2]!.then(() => played(page));
      results.set(page, result);
      lanes[index % 2] = Promise.allSettled([result]);
    }
  });

  for (const page of shellPages)
    it(`of ${page} does what the page says, with an empty home and the sample library`, async function () {
      if (process.platform === "win32") skipBecause(this, "there is no bash");
      const wrong = await results.get(page)!;
      assert.equal(wrong.join("\n\n"), "");
      const missing = missingPrograms(blocks.get(page)!);
      if (missing.length > 0) skipBecause(this, `there is no ${missing.join(", ")}`);
    });
});
