import assert from "node:assert/strict";
import { parseApiKey, isApiKeyProblem, type ApiKey } from "../../../../src/features/connection/apiKey";
import { isBaseUrlProblem, parseBaseUrl, type BaseUrl } from "../../../../src/features/connection/baseUrl";
import { machine, nextChange } from "./windows";

function url(text: string): BaseUrl {
  const parsed = parseBaseUrl(text);
  assert.ok(!isBaseUrlProblem(parsed));
  return parsed;
}

function key(text: string): ApiKey {
  const parsed = parseApiKey(text);
  assert.ok(!isApiKeyProblem(parsed));
  return parsed;
}

const home = "https://ads.example/lib";

describe("Connection", () => {
  it("is absent without a valid base URL, and says what is wrong", async () => {
    for (const [text, problem] of [
      ["", "empty"],
      ["http://ads.example", "httpNotLoopback"],
    ] as const) {
      const connection = machine(text).openWindow();
      assert.equal(await connection.current(), undefined);
      assert.deepEqual(await connection.state(), { kind: "none", hasKey: false });
      assert.equal(connection.problem(), problem);
    }
  });

  it("keeps the key only in the secret storage, under the whole base URL", async () => {
    const { kept, setting, openWindow } = machine();
    const connection = openWindow();
    assert.equal(await connection.connect(url(home), key("k1")), "stored");
    assert.deepEqual([...kept], [[`adLibrary.key:${home}`, "k1"]]);
    assert.equal(setting.baseUrl, home);
    const connected = (await connection.current())!;
    assert.deepEqual([connected.baseUrl, connected.library, connected.sample], [home, home, false]);
    assert.equal(await connected.key(), "k1");
    assert.deepEqual(await connection.state(), { kind: "service", origin: home, library: home, hasKey: true });
  });

  it("stores the key's version, and aborts pending requests when it changes", async () => {
    const { setting, writeVersion, openWindow } = machine();
    const connection = openWindow();
    await connection.connect(url(home), key("k1"), "v1");
    assert.deepEqual([setting.baseUrl, setting.apiVersion], [home, "v1"]);
    const former = (await connection.current())!;
    assert.equal(former.version, "v1");
    const told = { kind: "service", origin: home, hasKey: true };
    assert.deepEqual(await connection.state(), { ...told, library: `${home} v1`, apiVersion: "v1" });
    const change = nextChange(connection);
    writeVersion("v2");
    await change;
    assert.equal(former.signal.aborted, true);
    const now = (await connection.current())!;
    assert.deepEqual([now.version, await now.key(), now.generation === former.generation], ["v2", "k1", false]);
    assert.deepEqual(await connection.state(), { ...told, library: home });
    assert.equal(await connection.setKey(home, key("k2"), "v1"), "stored");
    const last = (await connection.current())!;
    assert.deepEqual([last.version, await last.key(), setting.apiVersion], ["v1", "k2", "v1"]);
    await connection.setKey(home, key("k3"));
    assert.equal(setting.apiVersion, "v1", "a key that was not tried keeps the version");
  });

  it("reads the secret storage once for many requests", async () => {
    const { state, kept, openWindow } = machine(home);
    kept.set(`adLibrary.key:${home}`, "k1");
    const connection = openWindow();
    for (let act = 0; act < 5; act++) assert.equal(await (await connection.current())!.key(), "k1");
    assert.equal(state.reads, 1);
  });

  it("never gives a key to another library", async () => {
    const { write, openWindow } = machine();
    const connection = openWindow();
    await connection.connect(url(home), key("k1"));
    const former = (await connection.current())!;
    for (const other of [
      ...["https://ads.example:8443/lib", "https://ads.example/other", "https://ads.example/lib/more"],
      ...["https://ads.example/LIB", "https://ads.example", "https://ads.example.evil.example/lib"],
      "http://127.0.0.1:1",
    ]) {
      write(other);
      assert.equal(await (await connection.current())!.key(), undefined);
    }
    assert.equal(former.signal.aborted, true);
    await assert.rejects(former.key(), { name: "AbortError" });
    write("https://ADS.example:443/x/../lib//");
    assert.equal(await (await connection.current())!.key(), "k1");
  });

  it("stores and removes a key only for the library that it was asked for, whichever another window connects", async () => {
    const { kept, setting, openWindow } = machine();
    const [here, there] = [openWindow(), openWindow()];
    const other = "https://other.example";
    await here.connect(url(home), key("k1"));
    await there.connect(url(other), key("k2"));
    assert.equal(await here.setKey(home, key("k3"), "v1"), undefined);
    assert.deepEqual([[...kept.values()], setting.apiVersion], [["k1", "k2"], "v2"]);
    assert.equal(await here.removeKey(home), true);
    assert.deepEqual([...kept], [[`adLibrary.key:${other}`, "k2"]]);
    assert.equal(await (await here.current())!.key(), "k2");
  });

  it("tests a library without storing anything", async () => {
    const { kept, setting, openWindow } = machine();
    const connection = openWindow();
    const candidate = connection.candidate(url(home), key("k1"));
    assert.equal(await candidate.key(), "k1");
    assert.deepEqual([kept.size, setting.baseUrl], [0, ""]);
    assert.notEqual(connection.candidate(url(home), key("k1")).generation, candidate.generation);
  });

  it("aborts pending requests when the key changes or is removed, and uses the new one, in all windows at once", async () => {
    const { kept, openWindow } = machine();
    const [here, there] = [openWindow(), openWindow()];
    await here.connect(url(home), key("k1"));
    const changes = [
      ["k1", () => here.setKey(home, key("k2")), "stored", "k2"],
      ["k2", () => here.removeKey(home), true, undefined],
    ] as const;
    for (const [old, change, outcome, now] of changes) {
      const [a, b] = [(await here.current())!, (await there.current())!];
      assert.deepEqual([await a.key(), await b.key()], [old, old]);
      const told = nextChange(there);
      assert.equal(await change(), outcome);
      await told;
      assert.deepEqual([a.signal.aborted, b.signal.aborted], [true, true]);
      await assert.rejects(a.key(), { name: "AbortError" });
      for (const window of [here, there]) assert.equal(await (await window.current())!.key(), now);
      for (const window of [here, there]) assert.equal((await window.state()).hasKey, now !== undefined);
      assert.notEqual((await here.current())!.generation, a.generation);
    }
    assert.equal(kept.size, 0);
  });

  it("keeps pending requests when the same key or URL is stored again, or another library's key", async () => {
    const { openWindow, write } = machine();
    const connection = openWindow();
    await connection.connect(url(home), key("k1"));
    const connected = (await connection.current())!;
    await connected.key();
    await connection.connect(url(home), key("k1"));
    await openWindow().setKey(home, key("k1"));
    write(`${home}/`);
    assert.equal(await (await connection.current())!.key(), "k1");
    assert.deepEqual(
      [connected.signal.aborted, (await connection.current())!.generation],
      [false, connected.generation],
    );
  });

  for (const broken of ["throws", "hangs", "forgets"] as const) {
    it(`keeps the key for the session if the secret storage ${broken}, and says so`, async () => {
      const { kept, state, openWindow } = machine();
      const connection = openWindow();
      state.broken = broken;
      assert.equal(await connection.connect(url(home), key("k1")), "session");
      assert.equal(await (await connection.current())!.key(), "k1");
      assert.equal((await connection.state()).hasKey, true);
      assert.equal(connection.keyIsSessionOnly(), true);
      assert.equal(kept.size, 0);
      assert.equal(
        await openWindow()
          .state()
          .then(({ hasKey }) => hasKey),
        false,
      );
    });
  }

  it("retries a failed secret storage, and never passes on its messages", async () => {
    const { kept, state, openWindow } = machine(home);
    kept.set(`adLibrary.key:${home}`, "k1");
    const connection = openWindow();
    state.broken = "throws";
    assert.equal(await (await connection.current())!.key(), undefined);
    assert.equal(connection.secretsFail, true);
    delete state.broken;
    assert.equal(await (await connection.current())!.key(), "k1");
    assert.equal(connection.secretsFail, false);
  });

  it("says that a key that can't be removed may still be stored, and stops using it", async () => {
    const { state, openWindow } = machine();
    const connection = openWindow();
    await connection.connect(url(home), key("k1"));
    const pending = (await connection.current())!;
    assert.equal(await pending.key(), "k1");
    state.broken = "throws";
    const removed = connection.removeKey(home);
    // At once, however long the storage takes.
    assert.equal(pending.signal.aborted, true);
    assert.equal(await removed, false);
    assert.equal(await (await connection.current())!.key(), undefined);
  });

  it("ignores a stored text that is no key", async () => {
    const { kept, openWindow } = machine(home);
    kept.set(`adLibrary.key:${home}`, "two words\nx-evil: 1");
    assert.equal(await (await openWindow().current())!.key(), undefined);
  });

  it("starts the sample library on first use, once", async () => {
    const { state, openWindow } = machine();
    const connection = openWindow();
    await connection.useSample();
    assert.deepEqual(
      [await connection.state(), state.starts],
      [{ kind: "sample", library: "sample:", hasKey: true }, 0],
    );
    const [connected] = await Promise.all([connection.current(), connection.current()]);
    assert.deepEqual(
      [connected!.baseUrl, connected!.library, connected!.sample, await connected!.key(), state.starts],
      ["http://127.0.0.1:4711", "sample:", true, "sample-key", 1],
    );
    assert.equal(await connection.setKey(home, key("k1")), undefined);
  });

  it("starts the sample library again after a failed start", async () => {
    let starts = 0;
    const { openWindow } = machine("sample:");
    const connection = openWindow(() =>
      ++starts === 1 ? Promise.reject(new Error("no port")) : Promise.resolve({ url: "http://127.0.0.1:1", key: "k" }),
    );
    await assert.rejects(connection.current(), /no port/);
    assert.equal((await connection.current())!.baseUrl, "http://127.0.0.1:1");
  });

  it("aborts pending requests and ends all subscriptions when disposed", async () => {
    const { listening, openWindow } = machine(home);
    const connection = openWindow();
    const { signal } = (await connection.current())!;
    connection.dispose();
    assert.deepEqual([signal.aborted, listening()], [true, 0]);
  });
});
