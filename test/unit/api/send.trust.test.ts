import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { ChildScript } from "../../support/childScript";
import { okText } from "../../support/misbehavingReplies";
import { Authority, type Certificate } from "../../support/misbehavingTls";
import { temporaryFolder } from "../../support/temporaryFolder";
import { wirePage } from "./answers";
import { clientOf, failureOf, limitMs, openPermit, passLimits } from "./client";

describe("A certificate of a trusted authority", () => {
  const folder = temporaryFolder();
  const never = {
    code: "notSent",
    charge: "none",
    attempts: 3,
    obstacle: "certificate",
    told: ["1", "1 notSent", "2", "2 notSent", "3", "3 notSent"],
  };
  const outcomes: readonly (readonly [Certificate, number, object])[] = [
    ["good", 1, { ads: 1, told: ["1", "1 received"] }],
    ["expired", 0, { ...never, specifics: "CERT_HAS_EXPIRED" }],
    ["wrongHost", 0, { ...never, specifics: "ERR_TLS_CERT_ALTNAME_INVALID" }],
    ["selfSigned", 0, { ...never, specifics: "DEPTH_ZERO_SELF_SIGNED_CERT" }],
  ];

  it("works only for its own host and time", async () => {
    const authority = new Authority();
    const file = folder("authority.pem");
    await writeFile(file, authority.cert);
    const client = await ChildScript.of("test/unit/api/trustingClient.ts", { NODE_EXTRA_CA_CERTS: file });
    for (const [certificate, requests, outcome] of outcomes) {
      const service = await authority.serve(certificate, okText(wirePage([{ id: 1 }])));
      assert.deepEqual([certificate, ...(await client.run(service.url))], [certificate, outcome]);
      assert.equal(service.asked(), requests);
      await service.close();
    }
    await client.dispose();
  });
});

describe("A service that is suspended", () => {
  const script = ChildScript.forSuite("test/unit/api/suspendedService.ts");

  it("ends a paid search at its time limit once, and answers the next one after waking", async () => {
    const service = script.start();
    const told: unknown[] = [];
    service.on("message", (message) => told.push(message));
    await once(service, "message");
    const request = { platform: "native", body: "{}" } as const;
    const permit = openPermit();
    service.kill("SIGSTOP");
    const { library } = clientOf(String(told[0]), { timeoutMs: limitMs });
    const written = new Promise<void>((resolve) => subscribe("undici:request:bodySent", () => resolve()));
    const limits = passLimits(1, () => written);
    const error = await failureOf(library.search(request, undefined, permit));
    await limits;
    service.kill("SIGCONT");
    assert.deepEqual([error.code, error.charge, error.attempts], ["timeout", "unknown", 1]);
    assert.deepEqual(permit.told, ["1", "1 unknown"]);
    await clientOf(String(told[0])).library.search(request, undefined, permit);
    while (told.length < 3) await once(service, "message");
    assert.deepEqual(told.slice(1), [1, 2]);
    service.kill();
    await once(service, "close");
  });
});
