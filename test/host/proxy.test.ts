import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toFailure } from "../../src/features/failures/failures";
import { startMisbehaving, type Misbehaving } from "../support/misbehaving";
import { ok, okText } from "../support/misbehavingReplies";
import { Authority } from "../support/misbehavingTls";
import { startProxy, type Proxy } from "../support/proxy";
import { wirePage } from "../unit/api/answers";
import { canary, clientOf, failureOf, openPermit, withoutPauses } from "../unit/api/client";

const request = { platform: "native", body: "{}" } as const;
const portOf = (url: string) => Number(new URL(url).port);

describe("A proxy in VS Code's settings", () => {
  withoutPauses();
  let proxy: Proxy;
  let service: Misbehaving;
  const setProxy = (url: string | undefined) =>
    vscode.workspace.getConfiguration("http").update("proxy", url, vscode.ConfigurationTarget.Global);

  before(async () => {
    service = await startMisbehaving(ok(wirePage([{ id: 1 }])));
    proxy = await startProxy();
    await setProxy(proxy.url);
  });
  after(async () => {
    await setProxy(undefined);
    await proxy.close();
    await service.close();
  });

  it("carries a paid search, once", async () => {
    // VS Code asks nothing of a proxy for 127.0.0.1 itself.
    const address = service.url.replace("127.0.0.1", "127.0.0.2");
    proxy.answer({ port: portOf(service.url) });
    const permit = openPermit();
    const { value } = await clientOf(address).library.search(request, undefined, permit);
    assert.deepEqual([value.ads.length, permit.told], [1, ["1", "1 received"]]);
    assert.deepEqual([service.requests.length, service.requests[0]?.headers["x-api-key"]], [1, canary]);
    assert.match(proxy.log.join("\n"), /^CONNECT 127\.0\.0\.2:/);
  });

  it("never sees the key, and can't impersonate the service", async () => {
    const impostor = await new Authority().serve("selfSigned", okText(wirePage()));
    proxy.answer({ port: portOf(impostor.url) });
    const permit = openPermit();
    const error = await failureOf(clientOf("https://library.example").library.search(request, undefined, permit));
    await impostor.close();
    assert.deepEqual(
      [error.code, error.charge, error.obstacle, impostor.asked()],
      ["notSent", "none", "certificate", 0],
    );
    const seen = proxy.log.filter((line) => line.includes("library.example"));
    assert.deepEqual([seen.length, permit.told.at(-1)], [3, "3 notSent"]);
    const log = proxy.log.join("\n");
    for (const form of [canary, encodeURIComponent(canary), Buffer.from(canary).toString("base64")]) {
      assert.ok(!log.includes(form));
    }
    assert.equal(proxy.tunnelled().split(canary).length, 2, "only the tunnel to 127.0.0.2, without TLS, carried it");
  });

  for (const status of [407, 502]) {
    it(`that answers ${status} is named, with the setting to look at; nothing is charged`, async () => {
      proxy.answer({ status });
      const before = service.requests.length;
      const permit = openPermit();
      const error = await failureOf(clientOf("https://library.example").library.search(request, undefined, permit));
      assert.deepEqual([error.code, error.charge, error.obstacle], ["notSent", "none", "proxy"]);
      assert.match(toFailure(error).message, new RegExp(`the proxy answered ${status}.*http\\.proxy`));
      assert.equal(service.requests.length, before);
      assert.ok(permit.told.every((line) => !/unknown|received/.test(line)));
    });
  }

  it("that is down is reported as unreachable; nothing is charged", async () => {
    await setProxy("http://127.0.0.1:1");
    const error = await failureOf(clientOf("https://library.example").library.search(request, undefined, openPermit()));
    assert.deepEqual([error.code, error.charge], ["notSent", "none"]);
  });
});
