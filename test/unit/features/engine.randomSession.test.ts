import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unfinishedExports } from "../../../src/features/export/unfinishedExports";
import { ChildScript } from "../../support/childScript";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import type { Exchange, Seen } from "../../support/misbehaving";
import { body, failed, resetInBody, shortBody } from "../../support/misbehavingReplies";
import { mountMemory } from "../../support/mounts";
import { temporaryFolder } from "../../support/temporaryFolder";
import type { Said, WindowWish } from "./sessionWindow";
import { openStack, type Stack } from "./stack";

const long = process.env.AD_LIBRARY_TEST_LONG === "1";
/** Seeds that found something, then as many as there is time for. */
const seeds = long ? Array.from({ length: 50 }, (_, seed) => seed + 1) : [1, 2];
const faults = [failed(1009, "server error"), failed(1003, "no"), body("<html>Sign in</html>"), resetInBody, shortBody];
const retries = ["never", "whenNotSent", "always"] as const;
const price = 100;
/** A window has two acts under way, an export of which asks for four pages at once. */
const underWay = 8;

const isPaid = ({ method, target }: Seen) => method === "POST" || /\/\d+$/.test(target);
/** What a request asks for, in the words in which a window tells of it. */
function wanted({ method, target, body: sent }: Seen): { readonly text: string; readonly page?: number } {
  if (method !== "POST") return { text: target.split("/").at(-1)! };
  return { text: /session-[\w-]+/.exec(sent)![0], page: Number(/"page":(\d+)/.exec(sent)?.[1] ?? 1) };
}

describe(`a random session in several windows (${seeds.length} seeds)`, function () {
  this.timeout(600_000);
  const folder = temporaryFolder();
  let script: ChildScript;
  let library: CountedLibrary;
  before(async () => (script = await ChildScript.of("test/unit/features/sessionWindow.ts")));
  after(() => script.dispose());
  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(() => library.close());

  function randomOf(seed: number): (below: number) => number {
    let state = seed * 7919;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  /** One window to its end, or killed after so many messages. Gives what it said. */
  async function window(wish: WindowWish, killAfter?: number): Promise<readonly Said[]> {
    const child = script.start(JSON.stringify(wish));
    const said: Said[] = [];
    child.on("message", (message) => {
      said.push(message as Said);
      if (said.length === killAfter) child.kill("SIGKILL");
    });
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    assert.ok(code === 0 || signal === "SIGKILL", `a window ended with ${code}`);
    return said;
  }

  /** Tears the end of a file that is written anew or read as far as it goes. */
  function damage(random: (below: number) => number): void {
    const own = join(folder(), "own");
    const names = readdirSync(own, { recursive: true, encoding: "utf8" });
    const torn = names.filter((name) => /^(?:forms|exports)\b.*\.(?:json|journal)$/.test(name));
    const name = torn[random(Math.max(1, torn.length))];
    if (name === undefined) return;
    const bytes = readFileSync(join(own, name));
    writeFileSync(join(own, name), bytes.subarray(0, bytes.length - random(Math.max(1, bytes.length >> 2))));
  }

  async function session(seed: number, full?: () => () => void): Promise<{ said: readonly Said[]; kills: number }> {
    const random = randomOf(seed);
    const said: Said[] = [];
    let kills = 0;
    const wish = { folder: folder(), url: library.url, key: library.key, paidRetry: retries[seed % 3]! };
    mkdirSync(join(folder(), "files"), { recursive: true });
    for (const round of [1, 2, 3]) {
      library.behave((exchange: Exchange) => {
        const faulty = isPaid(exchange.seen) && random(4) === 0;
        return (faulty ? faults[random(faults.length)]! : library.usual)(exchange);
      });
      const empty = round === 2 ? full?.() : undefined;
      const windows = [1, 2].map((number) => {
        const killed = random(2) === 0 ? 1 + random(6) : undefined;
        if (killed !== undefined) kills += 1;
        const name = `${seed}-${round}-${number}`;
        return window({ ...wish, name, seed: seed * 100 + round * 10 + number, acts: 8 }, killed);
      });
      said.push(...(await Promise.all(windows)).flat());
      empty?.();
      damage(random);
    }
    library.behave();
    said.push(...(await window({ ...wish, name: `${seed}-end`, seed, acts: 0, resume: true })));
    return { said, kills };
  }

  /** The five sums: the service's, the ledger's, the exports', the archive's, and what was said. */
  async function compare(said: readonly Said[], kills: number): Promise<void> {
    const stack = openStack(join(folder(), "own"), library.url, library.key);
    const arrived = library.paid();
    const { requests, notSent, received, spent, maybe } = (await stack.wallet.report()).service.total;
    const left = requests - notSent;
    assert.ok(left >= arrived.length, `the ledger says ${left}, the service ${arrived.length}`);
    assert.ok(left <= arrived.length + kills * underWay, `the ledger says ${left}, the service ${arrived.length}`);
    assert.equal(spent + maybe, left * price);
    assert.equal(spent, received * price);

    const told = said.filter(({ told: how }) => how === "paid");
    assert.ok(received >= told.length, `${told.length} were told as paid, ${received} are booked as received`);
    const counted = (text: string, page?: number) =>
      arrived.filter((seen) => wanted(seen).text === text && (page === undefined || wanted(seen).page === page)).length;
    for (const { text, page } of said.filter(({ told: how }) => how === "none")) {
      const others = said.some((one) => one.text === text && one.page === page && one.told !== "none");
      if (!others && kills === 0)
        assert.equal(counted(text, page), 0, `${text}, page ${page}: nothing was charged, it said`);
    }
    // An export tells of no credit that the service does not know of.
    for (const { text, credits = 0, details } of said.filter(({ told: how }) => how === "export"))
      assert.ok(details === true || credits <= counted(text) * price, `${text} tells of ${credits} credits`);

    // Stored first, then booked: what is booked as received is in the archive, and little more.
    const { pages, details } = await stack.archive.size();
    assert.ok(received <= pages + details, `${received} are booked as received, ${pages} + ${details} are stored`);
    assert.ok(
      pages + details <= received + kills * underWay,
      `${pages} + ${details} are stored, ${received} are booked`,
    );
    await owned(stack, told);
    assert.deepEqual(await unfinishedExports(stack.journals), []);
    await stack.close();
  }

  /** What was told as paid is in the archive, and nothing of it is paid for again. */
  async function owned(stack: Stack, told: readonly Said[]): Promise<void> {
    const before = library.paid().length;
    for (const { text, page, lastHit } of told) {
      if (page === undefined) {
        assert.ok(await stack.details.ownedAnswer({ platform: "native", id: text }), `the detail of ${text} is gone`);
        continue;
      }
      const query = await stack.search.fromBody("native", { search_field: [{ type: "without_owner_name", text }] });
      const answer = await stack.search.ownedAnswer(await stack.search.freezeOwned(query), lastHit ?? "", page);
      assert.ok(answer, `page ${page} of ${text} is gone`);
    }
    assert.equal(library.paid().length, before);
  }

  for (const seed of seeds)
    it(`with faults, kills and torn files leaves five sums that agree: seed ${seed}, paid requests tried again ${retries[seed % 3]}`, async () => {
      const { said, kills } = await session(seed);
      await compare(said, kills);
    });

  it("with a full disk as well leaves five sums that agree", async function () {
    mkdirSync(join(folder(), "own"));
    const disk = await mountMemory(join(folder(), "own"), "size=24m");
    if (!disk) return this.skip();
    try {
      const filler = join(folder(), "own", "filler");
      const fill = () => {
        try {
          for (let size = 1 << 20; size >= 4096; size >>= 1)
            for (;;)
              try {
                writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
              } catch {
                break;
              }
        } finally {
          // Filled.
        }
        return () => rmSync(filler);
      };
      const { said, kills } = await session(3, fill);
      await compare(said, kills);
    } finally {
      await disk.unmount();
    }
  });
});
