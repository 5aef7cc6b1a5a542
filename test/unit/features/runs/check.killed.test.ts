import assert from "node:assert/strict";
import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import { parseExact } from "../../../../src/api/integers";
import { ChildScript } from "../../../support/childScript";
import { useLibrary } from "../../../support/fixtures";
import type { Exchange, Reply } from "../../../support/misbehaving";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";

/** After a part of the answer to one of its requests, from 0 to 1; or with a change of its archive's files. */
type KillPoint = { readonly request: number; readonly part: number } | { readonly changes: number };

/** The same exchange, of whose answer a part is sent, then something is done, then the rest is sent. */
function cutShort(exchange: Exchange, part: number, then: () => void): Exchange {
  const { response } = exchange;
  const end = response.end.bind(response);
  response.end = (text: unknown) => {
    const bytes = Buffer.from(String(text));
    const at = Math.round(bytes.length * part);
    response.write(bytes.subarray(0, at), () => {
      then();
      end(bytes.subarray(at));
    });
    return response;
  };
  return exchange;
}

const parts = [0, 0.0001, 0.25, 0.5, 0.75, 0.9999, 1];
const killPoints: readonly KillPoint[] = Array.from({ length: times(6, 90) }, (_, at) =>
  at % 3 === 2 ? { changes: 1 + at } : { request: 1 + (at % 4), part: parts[(at * 5) % parts.length]! },
);

interface Message {
  readonly step: string;
  /** Snapshots, newest first, each with how many of its pages are bought. */
  readonly bought?: readonly (readonly [lastHit: string, pages: number])[];
  /** The snapshot of the last check that ended, also where it was killed before it could say so. */
  readonly ended?: string;
  readonly result?: {
    readonly pages: number;
    readonly bought: number;
    readonly newAds: number;
    readonly resumedFrom?: string;
    readonly lastHit: string;
  };
}

describe("a check that is killed at any step", () => {
  const folder = temporaryFolder();
  const library = useLibrary({ moments: true, adsPerPlatform: 200 });
  const script = ChildScript.forSuite("test/unit/features/runs/checkProcess.ts");

  /** Snapshot and page of each paid request of the second moment; page 1 sends no snapshot. */
  const asked = (from: number) =>
    library
      .paid()
      .slice(from)
      .map(({ body }) => parseExact(body) as { page: number; last_hit?: number })
      .map(({ page, last_hit }) => `${last_hit ?? "new"} ${page}`);

  /** Whether a check of this moment ended right before its kill: it has reported the new ads. */
  let hasEnded = false;

  /** Runs a check, to its end or until it is killed: nothing that was bought as it began may be asked for. */
  async function lookedAt(baseline: string, run: () => Promise<unknown[]>): Promise<Message | undefined> {
    const first = library.paid().length;
    const messages = (await run()) as Message[];
    const requests = asked(first);
    hasEnded ||= messages[0]!.ended !== undefined && messages[0]!.ended !== baseline;
    const [newest] = messages[0]!.bought!;
    const goesOn = newest![0] !== baseline && newest![0] !== messages[0]!.ended;
    assert.equal(goesOn && requests.includes("new 1"), false, "page 1 was asked for again");
    for (const [lastHit, pages] of messages[0]!.bought!)
      for (let page = 1; page <= pages; page++)
        assert.ok(!requests.includes(`${lastHit} ${page}`), `bought: page ${page}`);
    return messages.find(({ step }) => step === "done");
  }

  /** Kills a check as a part of an answer has left the service, or as its archive has changed so many times. */
  async function killAt(at: KillPoint, ...args: string[]): Promise<unknown[]> {
    const child = script.start(...args);
    const kill = () => child.kill("SIGKILL");
    const messages: unknown[] = [];
    child.on("message", (message) => messages.push(message));
    let watcher: FSWatcher | undefined;
    if ("changes" in at) {
      let changes = 0;
      // What it does before it says what it owns is not paid for.
      watcher = watch(folder("storage", "archive"), () => {
        if (messages.length > 0 && ++changes === at.changes) kill();
      });
    } else {
      const usual: Reply[] = Array.from({ length: at.request - 1 }, () => library.usual);
      library.next(...usual, (exchange) => library.usual(cutShort(exchange, at.part, kill)));
    }
    await once(child, "close");
    watcher?.close();
    library.next();
    return messages;
  }

  it(`continues with its own snapshot and pays for no bought page when killed at ${killPoints.length} different points`, async function () {
    this.timeout(killPoints.length * 20_000);
    const args = [folder(), library.url, library.key];
    let [done] = (await script.run(...args)).slice(-1) as (Message | undefined)[];
    let [baseline, killed, moments] = ["", 0, 0];
    const look = async (run: () => Promise<unknown[]>) => {
      done = await lookedAt(baseline, run);
      // Each moment but the last one is checked to its end.
      if (done && moments === 1) assert.equal(done.result!.newAds, hasEnded ? 0 : 10);
    };
    for (const point of killPoints) {
      if (done) {
        await library.nextMoment();
        [baseline, moments, hasEnded] = [done.result!.lastHit, moments + 1, false];
      }
      await look(() => killAt(point, ...args));
      killed += done ? 0 : 1;
    }
    assert.ok(killed > killPoints.length / 2, `${killed} of ${killPoints.length} were killed before their end`);
    if (!done) await look(() => script.run(...args));
    const stack = openStack(`${folder()}/storage`, library.url, library.key);
    try {
      const frozen = await stack.search.freeze({ platform: "facebook", choices: [] });
      const [run] = await stack.runs.list(frozen.address);
      assert.deepEqual([run!.lastHit, run!.ended], [done!.result!.lastHit, true]);
      const { spent, maybe } = (await stack.wallet.report()).service.total;
      assert.ok(spent <= library.paid().length * 100 && spent + maybe >= library.paid().length * 100);
    } finally {
      await stack.close();
    }
  });
});
