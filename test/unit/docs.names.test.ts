import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { exitCodes } from "../../src/cli/exitCodes";
import { adFields, detailFields } from "../../src/protocol/adFields";
import { platforms } from "../../src/protocol/platforms";
import { CommandLine } from "../support/commandLine";
import { temporaryFolder } from "../support/temporaryFolder";

const pages = globSync(["README.md", "docs/*.md"]);
const userPages = pages.filter((page) => !/(api|architecture|performance)\.md$/.test(page));
const exact = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const read = (path: string) => readFileSync(path, "utf8");
const texts = new Map(pages.map((page) => [page, read(page)]));
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);
const everywhere = (pattern: RegExp) =>
  pages.flatMap((page) => found(texts.get(page)!, pattern).map((name) => ({ page, name })));
const sources = globSync(["{src,webview}/**/*.{ts,tsx}", "action/*", "action.yml"]).map(read).join("\n");
const manifest = JSON.parse(read("package.json")) as {
  readonly contributes: {
    readonly commands: readonly { readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
};
const words = JSON.parse(read("package.nls.json")) as Readonly<Record<string, string>>;
/** A command's title, without its price. */
const titleOf = (title: string) => words[title.slice(1, -1)]!.replace(/ \([^)]*credits[^)]*\)$/, "");
const unknown = (names: readonly { readonly page: string; readonly name: string }[], known: ReadonlySet<string>) =>
  names.filter(({ name }) => !known.has(name)).map(({ page, name }) => `${page}: ${name}`);

/** Words in italics that others show, or that are no names. */
const names = {
  "VS Code": ["Reopen Editor With…", "Compare with Saved", "Configure Tools", "Allow in this Session"],
  "other programs": [
    "Settings > Developer > Edit Config",
    "Settings > MCP",
    "Data > From Text/CSV",
    "File Origin",
    "Delimiter",
    "Comma",
    "Security → Report a vulnerability",
  ],
};

describe("the documentation names only what there is:", () => {
  it("settings, and all of them", () => {
    const settings = new Set(Object.keys(manifest.contributes.configuration.properties));
    const named = everywhere(/`(adLibrary\.[\w.]+)`/g);
    assert.deepEqual(unknown(named, settings), []);
    const told = new Set(named.map(({ name }) => name));
    assert.deepEqual(
      [...settings].filter((name) => !told.has(name)),
      [],
    );
  });

  it("the editor's commands", () => {
    const titles = new Set(manifest.contributes.commands.map(({ title }) => `Ad Library: ${titleOf(title)}`));
    const named = everywhere(/\*(Ad Library: [^*]+)\*/g);
    assert.ok(named.length > 20);
    assert.deepEqual(unknown(named, titles), []);
  });

  it("the editor's commands in the table of all, each with the price in its title", () => {
    const rows = [...texts.get("docs/commands.md")!.matchAll(/^\| \*([^*]+)\* \| .+ \| (.+) \|$/gm)];
    const told = new Map(rows.map(([, name = "", price = ""]) => [name, price]));
    const titles = manifest.contributes.commands.map(({ title }) => words[title.slice(1, -1)]!);
    assert.deepEqual([...told.keys()].sort(), manifest.contributes.commands.map(({ title }) => titleOf(title)).sort());
    for (const [title, price] of titles.map((title) => /^(.+) \((.+)\)$/.exec(title)?.slice(1) ?? []))
      if (title !== undefined) assert.equal(told.get(title), price!.replace(" credits", ""), title);
  });

  it("the versions of VS Code and Node.js that the package needs", () => {
    const { engines } = JSON.parse(read("package.json")) as { readonly engines: { vscode: string; node: string } };
    const versions = (pattern: RegExp) => new Set(userPages.flatMap((page) => found(texts.get(page)!, pattern)));
    assert.deepEqual([...versions(/VS Code (\d[\d.]*\d) or newer/g)], [engines.vscode.replace(/^\^|\.0$/g, "")]);
    assert.deepEqual([...versions(/Node\.js (\d[\d.]*\d) or newer/g)], [engines.node.replace(">=", "")]);
  });

  it("columns of CSV files, and all of them", () => {
    const page = texts.get("docs/export-format.md")!;
    const told = new Set(found(page, /`([a-z_]+)`/g));
    const columns = [...adFields, ...detailFields].map(({ name }) => name);
    assert.deepEqual(
      columns.filter((name) => !told.has(name)),
      [],
    );
    const named = found(page, /`(detail_[a-z_]+)`/g).filter((name) => name !== "detail_fetched_at");
    assert.deepEqual(
      named.filter((name) => !columns.includes(name)),
      [],
    );
  });

  it("buttons, rows, and other words on the screen", () => {
    const bundle = JSON.parse(read("l10n/bundle.l10n.de.json")) as object;
    const shown = Object.keys(bundle).concat(Object.values(words), "Ad Library Explorer");
    // Some texts are put together: where there is a place for a value, anything may stand.
    const forms = shown
      .filter((text) => /\{\w+\}/.test(text) && /[a-z]{3}/i.test(text.replaceAll(/\{\w+\}/g, "")))
      .map(
        (text) =>
          new RegExp(
            `^${text
              .split(/\{\w+\}/)
              .map(exact)
              .join(".+")}$`,
          ),
      );
    const isShown = (name: string) =>
      shown.some((text) => text.replaceAll(/\{\w+\}/g, "…").includes(name)) ||
      forms.some((form) => form.test(name)) ||
      sources.includes(name);
    const isOther = new Set(Object.values(names).flat());
    const wrong = userPages.flatMap((page) => {
      const prose = texts
        .get(page)!
        .replace(/```[\s\S]*?```/g, "")
        .replace(/`[^`\n]*`/g, "");
      const italic = new Set(found(prose, /(?<![*\w])\*([^*\n]+)\*(?![*\w])/g));
      return [...italic]
        .filter((name) => !isOther.has(name) && !isShown(name.replace(/^Ad Library: /, "")))
        .map((name) => `${page}: ${name}`);
    });
    assert.deepEqual(wrong, []);
  });

  it("environment variables, and all of them", () => {
    const variable = /(AD_LIBRARY_[A-Z_]+)/g;
    const used = new Set(found(sources, /["`.{]\s*(AD_LIBRARY_(?!TEST)[A-Z_]+)/g));
    assert.deepEqual(unknown(everywhere(variable), new Set(found(sources, variable))), []);
    const told = new Set(userPages.flatMap((page) => found(texts.get(page)!, variable)));
    assert.deepEqual(
      [...used].filter((name) => !told.has(name)),
      [],
    );
  });

  it("the members of a card, and all of them", () => {
    const card = /interface AdCard \{([\s\S]*?)^\}/m.exec(read("src/protocol/ads.ts"))![1]!;
    const table = /^### A card$[\s\S]*?\n\n(\|[\s\S]*?)\n\n/m.exec(texts.get("docs/cli.md")!)![1]!;
    const told = found(table, /^\| (`.+?`) \|/gm).flatMap((names) => found(names, /`(\w+)`/g));
    assert.deepEqual(told.sort(), found(card, /^ {2}readonly (\w+)\??:/gm).sort());
  });

  it("platforms, and all of them", () => {
    const table = /^## Platforms$[\s\S]*?\n\n(\|[\s\S]*?)\n\n/m.exec(texts.get("docs/cli.md")!)![1]!;
    const told = found(table, /^\| (`.+?`) \|/gm).flatMap((names) => found(names, /`(\w+)`/g));
    const tokens = platforms.map(({ token }) => token);
    assert.deepEqual(told, tokens);
    const [, ofApi = ""] = /^## Platform values$([\s\S]*?)^## /m.exec(texts.get("docs/api.md")!)!;
    assert.deepEqual(found(ofApi, /^\| `(\w+)` \|/gm), tokens);
  });

  it("as many platforms as there are", () => {
    const all = [...texts.values(), ...Object.values(words), sources].join("\n");
    const told = found(all, /\b(eight|nine|ten|eleven|twelve) (?:ad platforms|at once)/g);
    assert.deepEqual(new Set(told), new Set([["nine", "ten", "eleven", "twelve"][platforms.length - 10]]));
  });

  it("filter components, and all of them", () => {
    const [, table = ""] = /^const components = \{([\s\S]*?)^\}/m.exec(read("src/protocol/filters.ts"))!;
    const [, told = ""] = /^Components seen: (.+)$/m.exec(texts.get("docs/api.md")!)!;
    assert.deepEqual(found(told, /`(\w+)`/g), found(table, /^ {2}(\w+):/gm));
  });

  it("exit codes, and all of them", () => {
    const cli = texts.get("docs/cli.md")!;
    const table = cli.split("| Exit code | Meaning |\n| --- | --- |\n")[1]!.split("\n\n")[0]!;
    assert.deepEqual(found(table, /^\| (\d+) \|/gm), Object.values(exitCodes).map(String));
    const codes = new Set(Object.values(exitCodes).map(String));
    assert.deepEqual(unknown(everywhere(/\bexit(?:s|ed)?(?: with| code) `?(\d+)/gi), codes), []);
  });

  describe("commands of the terminal", () => {
    const folder = temporaryFolder();
    let line: CommandLine;
    before(async () => (line = await CommandLine.build()));
    after(() => line.dispose());

    it("and their options, and all of both", async () => {
      const help = async (...args: string[]) => (await line.run(folder(), {}, ...args, "--help")).stdout;
      const namesIn = (text: string) =>
        found(text.split(/^Commands:$/m)[1] ?? "", /^ {2}([\w-]+)/gm).filter((name) => name !== "help");
      const optionsIn = (text: string) => found(text, /^ {2}(?:-\w, )?(--(?!help)[\w-]+)/gm);
      const options = new Map<string, { readonly own: readonly string[]; readonly shared: readonly string[] }>();
      const waiting = namesIn(await help());
      assert.ok(waiting.length > 20);
      const ask = async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
          const text = await help(...name.split(" "));
          const [own = "", others = ""] = text.split("Options of all commands:");
          options.set(name, { own: optionsIn(own), shared: optionsIn(others) });
          if (!name.includes(" ") && name !== "complete") waiting.push(...namesIn(text).map((sub) => `${name} ${sub}`));
        }
      };
      await Promise.all([ask(), ask(), ask()]);

      const commandIn = (text: string) =>
        [...options.keys()].filter((name) => `${text} `.startsWith(`${name} `)).at(-1);
      const wrong: string[] = [];
      const check = (page: string, text: string, typed: string) => {
        const command = [typed.split(/ +/).slice(0, 2).join(" "), typed.split(/ +/)[0]!].map(commandIn).find(Boolean);
        if (command === undefined) return void (/^(-|[A-Z])/.test(typed) || wrong.push(`${page}: ${text}: no command`));
        const { own, shared } = options.get(command)!;
        for (const option of found(text, /(?<![\w-])(--[a-z][\w-]*)/g))
          if (![...own, ...shared].includes(option)) wrong.push(`${page}: ${text}: ${command} has no ${option}`);
      };
      for (const [page, text] of texts) {
        const code = found(text, /```(?:sh|console|json|yaml)[^\n]*\n([\s\S]*?)```/g).join("\n");
        for (const typed of found(code, /(?:^|[ ("$])ad-library ((?:[^|;)#\n]|(?<=\w)\|(?=\w))+)/gm))
          check(page, typed, typed);
        for (const typed of found(text, /`ad-library ([^`]+)`/g)) check(page, typed, typed);
      }
      assert.deepEqual(wrong, []);

      // The table has a row for each command, with its options.
      const cli = texts.get("docs/cli.md")!;
      const rows = cli.split("| Command | Does | Credits |\n| --- | --- | --- |\n")[1]!.split("\n\n")[0]!.split("\n");
      const told = rows.flatMap((row) => {
        const [, cell = ""] = /^\| (.+?) \| /.exec(row) ?? [];
        return found(cell, /`([^`]+)`/g).map((typed) => ({
          command: commandIn(typed.replaceAll("\\|", "|")),
          row,
          typed,
        }));
      });
      assert.deepEqual(
        told.filter(({ command }) => command === undefined),
        [],
      );
      const groups = new Set(
        [...options.keys()].filter((name) => name.includes(" ")).map((name) => name.split(" ")[0]),
      );
      const missing = [...options].flatMap(([name, { own }]) => {
        const row = told
          .filter(({ command }) => command === name)
          .map(({ row }) => row)
          .join("\n");
        if (row === "") return groups.has(name) ? [] : [name];
        const text = `${row}\n${/^`--max-credits` is required .+$/m.exec(cli)?.[0] ?? ""}`;
        return own.filter((option) => !text.includes(option)).map((option) => `${name} ${option}`);
      });
      assert.deepEqual(missing, []);
      for (const { row, command } of told)
        for (const option of found(row, /(?<![\w-])(--[a-z][\w-]*)/g))
          assert.ok(
            [...options.get(command!)!.own, ...options.get(command!)!.shared].includes(option),
            `${command}: ${option}`,
          );
    });
  });
});
