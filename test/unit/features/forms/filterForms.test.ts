import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { toFailure } from "../../../../src/features/failures/failures";
import { FilterForms, FormStore } from "../../../../src/features/forms/filterForms";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { failed, hangBeforeHeaders } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const never = new AbortController().signal;

describe("the filter forms of a library", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  const targets = () => library.requests.map(({ target }) => target);
  const reopen = async () => {
    await stack.close();
    stack = openStack(folder(), library.url, library.key);
  };

  beforeEach(async () => {
    library = await startCountedLibrary();
    stack = openStack(folder(), library.url, library.key);
  });
  afterEach(async () => {
    await stack.close();
    await library.close();
    assert.equal(library.paid().length, 0);
  });

  it("are fetched once per platform until forgotten, even by simultaneous callers", async () => {
    const { forms } = stack;
    let received = 0;
    const told = forms.onReceived(() => (received += 1));
    const [first, second] = await Promise.all([forms.form("native"), forms.form("native")]);
    assert.equal(first, second);
    await forms.form("reddit");
    assert.deepEqual(targets().sort(), ["/v2/ads/native/filters", "/v2/ads/reddit/filters"]);
    forms.forget("native");
    await Promise.all([forms.form("native"), forms.form("reddit")]);
    assert.equal(targets().length, 3);
    assert.equal(received, 3);
    told.dispose();
  });

  it("are fetched again after a failure, which every caller gets", async () => {
    library.behave(failed(1003, "not enabled"));
    const failure = await stack.forms.form("native").then(() => assert.fail("It worked."), toFailure);
    assert.match(failure.message, /not enabled/);
    library.behave();
    assert.ok((await stack.forms.form("native")).filters.length > 0);
    assert.equal(targets().length, 2);
  });

  it("are known from an earlier session with their time, until the service sends them", async () => {
    const { forms } = stack;
    assert.equal(await forms.seen("native"), undefined);
    const form = await forms.form("native");
    assert.deepEqual(await forms.seen("native"), { form });
    await reopen();
    const kept = await stack.forms.seen("native");
    assert.deepEqual(kept?.form, form);
    assert.ok(!Number.isNaN(Date.parse(kept.asOf ?? "")));
    assert.equal(targets().length, 1);
    library.behave(hangBeforeHeaders);
    assert.deepEqual(await stack.forms.known("native", 1), kept);
    library.behave();
    stack.forms.forget("native");
    assert.deepEqual(await stack.forms.known("native", 60_000), { form });
  });

  it("are returned without waiting for the disk, and stored", async () => {
    const disk = new EventEmitter();
    const ready = once(disk, "ready");
    class SlowStore extends FormStore {
      override async keep(...kept: Parameters<FormStore["keep"]>) {
        await ready;
        return super.keep(...kept);
      }
    }
    const store = new SlowStore(join(folder(), "slow"));
    const { clients, filterChanges } = stack;
    const forms = new FilterForms({
      clients,
      store,
      changes: filterChanges,
      onNotStored: (error) => assert.fail(String(error)),
      now: () => new Date(),
    });
    const place = { library: clients.libraryName(), version: forms.version, platform: "native" } as const;
    const form = await forms.form("native");
    assert.equal(await store.read(place), undefined);
    disk.emit("ready");
    await forms.settled();
    assert.deepEqual((await store.read(place))?.form, form);
  });

  it("are fetched in the named version, besides the connected one", async () => {
    const [now, former] = [await stack.forms.form("native"), await stack.forms.form("native", "v1")];
    assert.equal(stack.forms.version, "v2");
    assert.notDeepEqual(former, now);
    assert.equal(targets().filter((target) => target.startsWith("/v1/")).length, 1);
    assert.equal((await stack.forms.seen("native"))?.form, now);
  });

  it("have remote items, fetched each time and canceled when nobody waits", async () => {
    const { forms } = stack;
    const find = (text: string, signal = never) => forms.items("facebook", "interests", text, signal);
    const found = await find("skincare");
    assert.ok(found.length > 0);
    assert.deepEqual(await find("skincare"), found);
    assert.equal(targets().length, 2);
    library.behave(hangBeforeHeaders);
    const leaving = new AbortController();
    const asked = find("skin", leaving.signal).then(() => assert.fail("It worked."), toFailure);
    await library.arrived(3);
    leaving.abort();
    assert.equal((await asked).code, "cancelled");
    await library.requests[2]!.closed;
  });
});
