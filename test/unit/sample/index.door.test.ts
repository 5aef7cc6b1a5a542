import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { startSampleLibrary, type SampleLibrary } from "../../../src/sample";

describe("the sample library's door", () => {
  let library: SampleLibrary;
  before(async () => (library = await startSampleLibrary({ adsPerPlatform: 50 })));
  after(() => library.close());

  async function ask(
    host: string,
    path: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<IncomingMessage> {
    const headers = { host, "x-api-key": library.key, ...more };
    const asked = request(new URL(path, library.url), { headers }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    return answer;
  }
  const paths = ["/v2/ads/native/filters", "/media/avatar/1.svg"];

  it("answers to this machine's names, on any port", async () => {
    const port = new URL(library.url).port;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST", `[::1]:${port}`, "127.0.0.1:54321"])
      for (const path of paths) assert.equal((await ask(host, path)).statusCode, 200, `${host} ${path}`);
  });

  it("refuses every other host name, which a website may point here", async () => {
    const hosts = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.0.5", "localhost:80@x"];
    for (const host of hosts)
      for (const path of paths) assert.equal((await ask(host, path)).statusCode, 421, `${host} ${path}`);
  });

  it("lets no other website's script read anything", async () => {
    for (const path of paths) {
      const { headers } = await ask("localhost", path, { origin: "https://evil.example" });
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith("access-control-")),
        [],
      );
    }
  });

  it("has a new key after each start", async () => {
    const other = await startSampleLibrary({ adsPerPlatform: 50 });
    const keys = [library.key, other.key, "sample-key"];
    assert.equal(new Set(keys).size, 3);
    const codes = keys.map(async (key) => {
      const answer = await fetch(`${other.url}/v2/ads/native/filters`, { headers: { "x-api-key": key } });
      return ((await answer.json()) as { readonly meta: { readonly code: number } }).meta.code;
    });
    assert.deepEqual(await Promise.all(codes), [1001, 1000, 1001]);
    await other.close();
  });
});
