import assert from "node:assert/strict";

/** What a tool answered. */
export interface Said {
  readonly text: string;
  readonly failed: boolean;
  /** The structured answer; absent if the door has none. */
  readonly data?: unknown;
  readonly pictures: readonly string[];
}

/** A door for assistants: an MCP client, or VS Code's chat. */
export interface AssistantDoor {
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<Said>;
}

/** The ID of the plan in a tool's answer. @throws {AssertionError} if there is none */
export const planIdIn = ({ text }: Said): string => /plan_id "(plan-[0-9a-f-]+)"/.exec(text)?.[1] ?? assert.fail(text);

/**
 * The lines inside and outside the fence around untrusted text.
 * @throws {AssertionError} if there is more than one fence, or its ends do not match
 */
export function fenceOf({ text }: Pick<Said, "text">): {
  readonly inside: readonly string[];
  readonly outside: readonly string[];
} {
  const lines = text.split("\n");
  const opened = lines.flatMap((line, at) => (/^<<<AD-DATA-[0-9a-f]{32}$/.test(line) ? [at] : []));
  const closed = lines.flatMap((line, at) => (/^AD-DATA-[0-9a-f]{32}>>>$/.test(line) ? [at] : []));
  if (opened.length + closed.length === 0) return { inside: [], outside: lines };
  assert.deepEqual([opened.length, closed.length], [1, 1], text);
  const [first, last] = [opened[0]!, closed[0]!];
  assert.equal(lines[first]!.slice(3), lines[last]!.slice(0, -3));
  return { inside: lines.slice(first + 1, last), outside: [...lines.slice(0, first), ...lines.slice(last + 1)] };
}

/** The credits that assistants have spent, as `show_spending` tells them. */
export function spentByAssistants({ text }: Said, sample: boolean): number {
  const found = sample
    ? /, (\d+) of them by assistants/.exec(text)
    : /Assistants: (\d+) of \d+ credits spent today/.exec(text);
  return Number(found?.[1] ?? assert.fail(text));
}

const search = (text: string) => JSON.stringify({ search_field: [{ type: "text", text }] });

/**
 * Checks what must hold through every door. Needs the sample library, with 300 credits allowed and none spent by
 * assistants yet.
 * @param buy calls `buy_plan`, and agrees if a person is asked
 */
export async function holdsThroughDoor(
  door: AssistantDoor,
  buy = (plan_id: string) => door.call("buy_plan", { plan_id }),
) {
  const ok = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const said = await door.call(name, input);
    assert.equal(said.failed, false, said.text);
    fenceOf(said);
    assert.ok(Buffer.byteLength(said.text) < 24_000, name);
    return said;
  };
  const spent = async () => spentByAssistants(await ok("show_spending", {}), true);
  assert.equal(await spent(), 0);
  assert.match((await ok("list_filters", { platform: "native" })).text, /"key":"search_field"/);
  assert.match((await ok("list_filters", { platform: "native", filter: "countries" })).text, /"write":/);
  assert.match(
    (await ok("find_filter_items", { platform: "native", filter: "countries", text: "germ" })).text,
    /Germany/,
  );
  assert.match((await ok("search_bought_ads", { text: "nothing has these words" })).text, /No bought ads match/);
  // A plan is free, can be bought once, and what it bought is bought.
  const plan = await ok("plan_purchase", { platform: "native", body: search("a"), pages: 2 });
  assert.match(plan.text, /Price: at most 200 sample credits/);
  assert.equal(await spent(), 0);
  const id = planIdIn(plan);
  const bought = await buy(id);
  assert.match(bought.text, /Now bought: 36 ads on 2 pages/);
  assert.equal(await spent(), 200);
  assert.match((await buy(id)).text, /was already used/);
  assert.match((await buy("plan-00000000-0000000000000000")).text, /another session/);
  assert.match(
    (await ok("plan_purchase", { platform: "native", body: search("a"), pages: 2 })).text,
    /Bought: 2 of 2 pages\.\nLast time: 36 ads, just now\.\nPrice: at most 0/,
  );
  const first = await ok("search_bought_ads", { plan_id: id, limit: 30 });
  const cursor = /cursor "(\d+)"/.exec(first.text)?.[1];
  const rest = await ok("search_bought_ads", { plan_id: id, limit: 50, cursor });
  const ads = [...fenceOf(first).inside, ...fenceOf(rest).inside].map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  assert.ok(ads.length > 20);
  assert.equal(new Set(ads.map((ad) => ad.id)).size, ads.length);
  for (const ad of ads) {
    assert.match(String(ad.id), /^\d+$/);
    assert.deepEqual([ad.source, typeof ad.fetched_at, typeof ad.age], ["search result", "string", "string"]);
  }
  const read = await ok("read_bought_ad", { platform: "native", id: ads[0]!.id, detail: "full" });
  assert.match(read.text, /"history":\[\{"source":"search result"/);
  // Two runs of a search show what changed; with one run, the tool says that it needs two.
  const alone = await door.call("compare_runs", { platform: "native", body: search("a") });
  assert.match(alone.text, /two bought runs of this search/);
  // The allowance is checked for the whole plan, and only the person can change it.
  const dear = planIdIn(await ok("plan_purchase", { platform: "native", body: search("b"), pages: 2 }));
  const refused = await buy(dear);
  assert.match(refused.text, /It costs 200 credits, and assistants may spend 100 more today/);
  assert.match((await buy(dear)).text, /was already used/);
  assert.equal(await spent(), 200);
}
