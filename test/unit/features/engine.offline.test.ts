import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toFailure } from "../../../src/features/failures/failures";
import type { SearchQuery } from "../../../src/protocol/search";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { hangBeforeHeaders, ok } from "../../support/misbehavingReplies";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack, type Stack } from "./stack";

const never = new AbortController().signal;

describe("what is bought, without service or key", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let query: SearchQuery;
  const opened: Stack[] = [];
  const open = (url = library.url, key: string | undefined = library.key) => {
    const stack = openStack(folder(), url, key);
    opened.push(stack);
    return stack;
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "worked",
      (error: unknown) => toFailure(error).code,
    );

  beforeEach(async () => {
    library = await startCountedLibrary();
    const { search, details, close } = open();
    query = await search.fromBody("native", { advanced_order: { orderby: "newest", order: "desc" } });
    const frozen = await search.freeze(query);
    const page = await search.search(frozen, undefined, never);
    await search.search(frozen, { page: 2, lastHit: page.lastHit! }, never);
    await details.detail({ platform: "native", id: page.ads[0]!.id! }, false, never);
    await close();
  });
  afterEach(async () => {
    for (const stack of opened.splice(0)) await stack.close();
    await library.close();
  });

  async function boughtPages({ search }: Stack): Promise<number[]> {
    const frozen = await search.freezeBought(query);
    const [newest] = await search.bought(frozen);
    return (await search.boughtPages(frozen, newest!.lastHit)).map(({ ads }) => ads.length);
  }

  it("is shown when the service is down, without a request", async () => {
    const asked = library.requests.length;
    await library.close();
    const stack = open();
    assert.deepEqual(await boughtPages(stack), [18, 18]);
    const frozen = await stack.search.freezeBought(query);
    const [newest] = await stack.search.bought(frozen);
    const second = await stack.search.search(frozen, { page: 2, lastHit: newest!.lastHit }, never);
    assert.equal(second.bought, true);
    const id = second.ads[0]!.id!;
    assert.deepEqual(await stack.details.boughtAmong([{ platform: "native", id }]), []);
    assert.match(await stack.search.preview(query), /"orderby":"newest"/);
    assert.equal(library.requests.length, asked);
  });

  it("is shown without a key, and says that searching needs one", async () => {
    const asked = library.requests.length;
    const stack = openStack(folder(), library.url, undefined);
    opened.push(stack);
    assert.deepEqual(await boughtPages(stack), [18, 18]);
    assert.match(await stack.search.asCurl(await stack.search.freezeBought(query)), /\$AD_LIBRARY_API_KEY/);
    assert.equal(await codeOf(stack.search.freeze(query)), "noKey");
    const frozen = await stack.search.freezeBought(query);
    assert.equal(await codeOf(stack.search.search(frozen, undefined, never)), "noKey");
    assert.equal(library.requests.length, asked);
  });

  it("never checks a paid search against an outdated form", async () => {
    library.behave(ok({ filters: [] }));
    const stack = open();
    const paid = library.paid().length;
    assert.deepEqual(await boughtPages(stack), [18, 18]);
    assert.equal(await codeOf(stack.search.freeze(query)), "invalidRequest");
    assert.equal(library.paid().length, paid);
  });

  it("offers the last form if the service fails or is slow", async () => {
    const { forms } = open();
    const first = await forms.form("native");
    await forms.settled();
    library.behave(hangBeforeHeaders);
    assert.deepEqual(await open().forms.formOrLast("native", 1), first);
    library.behave(ok("no form"));
    assert.deepEqual(await open().forms.formOrLast("native"), first);
    assert.equal(await codeOf(open().forms.formOrLast("display")), "badAnswer");
  });

  it("asks the service if no form was stored, or it is damaged", async () => {
    const kept = join(folder(), "forms");
    for (const name of await readdir(kept)) await writeFile(join(kept, name), '{"version":1,"text"');
    assert.deepEqual(await boughtPages(open()), [18, 18]);
    assert.equal(library.requests.at(-1)!.target, "/v2/ads/native/filters");
    const gone = await startCountedLibrary();
    await gone.close();
    assert.equal(await codeOf(boughtPages(open(gone.url, gone.key))), "notSent");
  });

  it("belongs to one library only", async () => {
    const other = await startCountedLibrary();
    const { search } = open(other.url, other.key);
    assert.deepEqual(await search.bought(await search.freezeBought(query)), []);
    await other.close();
  });
});
