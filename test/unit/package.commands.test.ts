import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandIds } from "../../src/views/commands/commandIds";
import { platforms } from "../../src/protocol/platforms";

interface Shown {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}
interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: boolean };
    readonly virtualWorkspaces: boolean;
  };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly Shown[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly when: string; readonly contents: string }[];
    readonly configuration: { readonly properties: object };
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

const text = readFileSync("package.json", "utf8");
const { capabilities, contributes } = JSON.parse(text) as Manifest;
const words = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
const source = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("src", name), "utf8"))
  .join("\n");

const contributed = new Set(contributes.commands.map(({ command }) => command));
const menus = Object.values(contributes.menus).flat();
const whens = [...menus, ...contributes.viewsWelcome].flatMap(({ when }) => when ?? []);
const names = (pattern: RegExp) => [
  ...new Set(whens.flatMap((when) => [...when.matchAll(pattern)].map(([, name]) => name!))),
];

describe("The manifest", () => {
  it("contributes the commands that there are, each with a category and words", () => {
    assert.deepEqual([...contributed].sort(), commandIds.map((id) => `adLibrary.${id}`).sort());
    for (const { title, category } of contributes.commands)
      assert.match(`${title} ${category}`, /^%[\w.]+% %category%$/);
  });

  it("defines and uses each of its texts", () => {
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name!));
    assert.deepEqual(Object.keys(words).sort(), [...used].sort());
  });

  it("says that budget and archive belong to one machine", () => {
    for (const name of ["setting.dailyBudget", "setting.archive.maxSizeMb"])
      assert.match(words[name] ?? "", /Local, SSH, WSL, and container windows .*each /, name);
  });

  it("says the price of every command that can spend, and of no other", () => {
    const spending = [
      "search",
      "searchAll",
      "openAd",
      "runSavedSearch",
      "runRecentSearch",
      "exportPages",
      "resumeExport",
      "checkForNewAds",
      "runSearchFile",
      "exportSearchFile",
    ];
    const priced = commandIds.filter((id) => /\b100 credits\b/.test(words[`command.${id}`] ?? ""));
    assert.deepEqual([...priced].sort(), spending.sort());
  });

  it("offers what needs a library or an open search in the palette only once there is one", () => {
    const when = new Map(contributes.menus.commandPalette?.map((shown) => [shown.command, shown.when]));
    for (const id of ["search", "searchAll", "checkConnection"])
      assert.equal(when.get(`adLibrary.${id}`), "config.adLibrary.baseUrl");
    for (const id of ["setApiKey", "removeApiKey"])
      assert.match(when.get(`adLibrary.${id}`) ?? "", /^config.adLibrary.baseUrl && .* != 'sample:'$/);
    for (const id of ["saveSearch", "copyAsCurl"]) assert.equal(when.get(`adLibrary.${id}`), "adLibrary.explorerOpen");
    for (const id of ["connect", "useSampleLibrary", "showCredits", "showLog"]) assert.ok(!when.has(`adLibrary.${id}`));
  });

  it("has a row's hover actions in its menu, for the keyboard", () => {
    const ofRows = (contributes.menus["view/item/context"] ?? []).map(({ command, when, group = "" }) => ({
      shown: `${command} if ${when}`,
      inline: group.startsWith("inline"),
    }));
    const inMenu = ofRows.filter(({ inline }) => !inline).map(({ shown }) => shown);
    const onHover = ofRows.filter(({ inline }) => inline).map(({ shown }) => shown);
    assert.deepEqual(
      onHover.filter((shown) => !inMenu.includes(shown)),
      [],
    );
  });

  it("links only to commands that there are", () => {
    const linked = [...JSON.stringify(words).matchAll(/\(command:([\w.]+)/g)].map(([, name]) => name!);
    const named = [...menus.map(({ command }) => command), ...linked];
    const foreign = ["workbench.action.openSettings", "workbench.action.openRemoteSettings"];
    assert.deepEqual(
      named.filter((name) => !contributed.has(name) && !foreign.includes(name)),
      [],
    );
    const events = contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap((step) => step.completionEvents));
    for (const event of events) {
      const [kind, names = ""] = event.split(":");
      for (const name of names.split(" && "))
        assert.ok(kind === "onCommand" ? contributed.has(name) : source.includes(`"setContext", "${name}"`), event);
    }
  });

  it("uses only contexts that are set", () => {
    for (const context of names(/(?<![\w.])(adLibrary\.\w+)(?=\s|$|\))/g).filter(
      (name) => !/\.(platforms|searches|explorer|board)$/.test(name),
    ))
      assert.ok(source.includes(`"setContext", "${context}"`), context);
    for (const setting of names(/config\.([\w.]+)/g))
      assert.ok(setting in contributes.configuration.properties, setting);
    const views = Object.values(contributes.views).flatMap((all) => all.map(({ id }) => id));
    for (const view of [...names(/view == ([\w.]+)/g), ...contributes.viewsWelcome.map(({ view }) => view)])
      assert.ok(views.includes(view), view);
    for (const item of names(/viewItem == (\w+)/g)) assert.ok(source.includes(`contextValue = "${item}"`), item);
    // Without an end, the menu of a search file would also be that of any row whose name begins like it.
    for (const pattern of names(/viewItem =~ (\/\S+\/)/g)) assert.match(pattern, /\$\/$/);
    for (const panel of names(/activeWebviewPanelId == ([\w.]+)/g)) assert.ok(source.includes(`"${panel}"`), panel);
  });

  it("may say that untrusted and virtual folders are supported: nothing reads what a folder sets", () => {
    assert.equal(capabilities.untrustedWorkspaces.supported, true);
    assert.equal(capabilities.virtualWorkspaces, true);
    assert.doesNotMatch(source, /getConfiguration\([^)]*\)\s*\.get\(/);
    assert.deepEqual(
      Object.keys(contributes.configuration.properties).filter((name) => /key|secret|token/i.test(name)),
      [],
    );
  });

  it("has the images that it names, for light and dark", () => {
    const icons = platforms.flatMap(({ token }) =>
      ["light", "dark"].map((theme) => `media/platforms/${theme}/${token}.svg`),
    );
    const named = [...text.matchAll(/"(media\/[^"]+)"/g)].map(([, path]) => path!);
    for (const path of [...icons, ...named]) assert.ok(existsSync(path), path);
  });
});
