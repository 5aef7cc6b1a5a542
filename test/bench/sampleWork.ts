// One process of the benchmark `sample`: how long a first page of the sample library takes, next to serving a fixed
// body of 50 KB.
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startSampleLibrary } from "../../src/sample/index";
import { median } from "./benchPages";

const rounds = 400;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The time until the last byte of the answer to a POST, in ms. */
function measure(url: string, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(performance.now() - start));
    });
    sent.on("error", reject).end(body);
  });
}

async function main(): Promise<void> {
  const library = await startSampleLibrary();
  const fixed = Buffer.alloc(50_000, "x");
  const plain = createServer((question, answer) => {
    question.resume().on("end", () => answer.writeHead(200, { "content-length": fixed.length }).end(fixed));
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  const [page, reference]: [number[], number[]] = [[], []];
  const search = `${library.url}/v2/ads/facebook/search`;
  for (let i = 0; i < rounds * 2; i++) {
    const times = [await measure(base, library.key, "{}"), await measure(search, library.key, "{}")] as const;
    if (i < rounds) continue;
    reference.push(times[0]);
    page.push(times[1]);
  }
  console.log(JSON.stringify({ "first page of the sample library": median(page) / median(reference) }));
  agent.destroy();
  plain.close();
  await library.close();
}

void main();
