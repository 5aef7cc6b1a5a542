import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { commandIds } from "../../src/views/commands/commandIds";

/** Commands that say or show something at once and ask for no argument. */
const withoutArgument = [
  "showLog",
  "checkConnection",
  "removeApiKey",
  "clearRecentSearches",
  "searchArchive",
  "revokeAllowedSearches",
  "stopWatching",
];
/** Commands that ask a person whatever they are given. */
const asking = ["connect", "setApiKey", "resumeExport", "importAnswers", "exportAnswers"];
/** A modal question is refused in tests. */
const modal = ["clearArchive", "deleteEverything", "allowAssistants"];
/** Take no argument, and change what other tests need: tested in `assistants.test.ts` and `panel/connection.test.ts`. */
const elsewhere = ["stopAssistants", "disconnect", "leaveSampleLibrary"];

function hostile(): readonly unknown[] {
  const cyclic: Record<string, unknown> = { platform: "native" };
  cyclic.body = cyclic;
  const throwing = Object.defineProperty({}, "platform", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  return [
    ...[0, -1, 1n, true, [], {}, "", "../..", Symbol("s"), () => 1, new Date(Number.NaN), new Map()],
    ...[cyclic, throwing, { platform: "native", body: { text: deep } }, { platform: "__proto__", body: {} }],
    ...[{ platform: "native", id: "9".repeat(500) }, { id: { toString: () => "x" } }, Object.create(null) as unknown],
    { platform: "native", body: JSON.parse('{"__proto__":{"polluted":1}}') as unknown },
    new Proxy({}, { ownKeys: () => assert.fail("asked for keys") }),
  ];
}

describe("Commands called by other extensions", () => {
  let folder: string;
  const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand(`adLibrary.${command}`, ...args);
  const credits = async () => {
    await run("exportCredits", { file: join(folder, "credits.csv") });
    return readFile(join(folder, "credits.csv"), "utf8");
  };

  /** A command that asks is left, however many times it asks. */
  async function ended(command: Thenable<unknown>): Promise<unknown> {
    const done = { yet: false, value: undefined as unknown };
    void command.then((value) => Object.assign(done, { yet: true, value }));
    while (!done.yet) await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    return done.value;
  }

  let creditsBefore: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-commands-"));
    await run("useSampleLibrary");
    creditsBefore = await credits();
  });
  after(async () => {
    // What the commands opened, such as settings and raw answers, is in no later test's way.
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });

  // One test a command: a busy machine needs seconds for each, and a failure names the command.
  for (const id of commandIds) {
    if ([...withoutArgument, ...asking, ...modal, ...elsewhere, "useSampleLibrary"].includes(id)) continue;
    it(`return nothing and spend nothing, whatever the arguments: ${id}`, async () => {
      const calls = hostile().map((argument) => run(id, argument));
      const returned = (await ended(Promise.all(calls))) as unknown[];
      assert.ok(returned.every((each) => each === undefined));
      assert.equal(await credits(), creditsBefore);
      assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    });
  }

  it("never connect a library named by a caller", async () => {
    const settings = () => vscode.workspace.getConfiguration("adLibrary").inspect("baseUrl")?.globalValue;
    for (const argument of ["http://127.0.0.1:1", { baseUrl: "http://127.0.0.1:1", key: "k" }])
      for (const id of ["connect", "setApiKey"]) await ended(run(id, argument));
    assert.equal(settings(), "sample:");
  });
});
