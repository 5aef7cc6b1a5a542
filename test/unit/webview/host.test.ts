import assert from "node:assert/strict";
import type { AskFrame } from "../../../src/protocol/envelope";
import type { Failure } from "../../../src/protocol/failure";
import { AskFailed, connectHost, type VsCodeApi } from "../../../webview/host";

function connected(state?: unknown) {
  const posted: AskFrame[] = [];
  let kept = state;
  let deliver: (event: { readonly data: unknown }) => void = () => undefined;
  const api: VsCodeApi = {
    postMessage: (message) => posted.push(message as AskFrame),
    getState: () => kept,
    setState: (next) => (kept = next),
  };
  const host = connectHost(api, { addEventListener: (_, listener) => (deliver = listener) });
  return { host, posted, arrive: (data: unknown) => deliver({ data }), kept: () => kept };
}

const refused: Failure = { code: "rejected", charge: "charged", message: "Refused." };

describe("the conversation with the host", () => {
  it("matches answers to questions in any order", async () => {
    const { host, posted, arrive } = connected();
    const asks = [
      host.ask("copyText", { text: "a" }),
      host.ask("preview", { query: { platform: "mega", choices: [] } }),
    ];
    const [first, second] = posted.map(({ id }) => id);
    arrive({ kind: "answer", id: second, value: { body: "{}" } });
    arrive({ kind: "answer", id: first, value: true });
    assert.deepEqual(await Promise.all(asks), [true, { body: "{}" }]);
  });

  it("rejects with the host's failure", async () => {
    const { host, posted, arrive } = connected();
    const ask = host.ask("copyText", { text: "a" });
    arrive({ kind: "failure", id: posted[0]!.id, failure: refused });
    await assert.rejects(ask, (error) => error instanceof AskFailed && error.failure === refused);
  });

  it("sends one cancel, and still settles with the answer", async () => {
    const { host, posted, arrive } = connected();
    const abort = new AbortController();
    const ask = host.ask("copyText", { text: "a" }, abort.signal);
    abort.abort();
    assert.deepEqual(
      posted.map(({ kind }) => kind),
      ["ask", "cancel"],
    );
    arrive({ kind: "failure", id: posted[0]!.id, failure: refused });
    await assert.rejects(ask, AskFailed);
  });

  it("sends no cancel after the answer", async () => {
    const { host, posted, arrive } = connected();
    const abort = new AbortController();
    const ask = host.ask("copyText", { text: "a" }, abort.signal);
    arrive({ kind: "answer", id: posted[0]!.id, value: true });
    await ask;
    abort.abort();
    assert.equal(posted.length, 1);
  });

  it("passes on facts and ignores anything that is not a frame", () => {
    const { host, arrive } = connected();
    const facts: string[] = [];
    host.onFact(({ fact }) => facts.push(fact));
    for (const noise of [null, 7, "x", {}, { kind: "answer" }, { kind: "answer", id: 99 }, { kind: "fact" }])
      arrive(noise);
    arrive({ kind: "fact", fact: "loadMediaChanged", value: "never" });
    assert.deepEqual(facts, ["loadMediaChanged"]);
  });

  it("recalls only what looks like a memory", () => {
    for (const garbage of [undefined, null, 3, "x", {}, { platform: "mega" }, { platform: "mega", draft: {} }]) {
      assert.equal(connected(garbage).host.recall(), undefined);
    }
    const memory = { platform: "mega", draft: { platform: "mega", choices: [] } } as const;
    const { host, kept } = connected();
    host.remember(memory);
    assert.equal(kept(), memory);
    assert.equal(connected(memory).host.recall(), memory);
  });
});
