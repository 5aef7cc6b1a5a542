// One process of the benchmark `growth`: `ADS` prints how long it takes to read an answer with that many ads.
import { readSearchPage } from "../../src/api/wire/cards";
import { benchPage, median, timed } from "./benchPages";

const ads = Number(process.argv[2] ?? "18");

async function main(): Promise<void> {
  const parts = Array.from(
    { length: ads / 18 },
    (_, page) => /"ads":\[(.*)\],"current_page"/.exec(benchPage(page, true))![1],
  );
  const text = `{"status":"ok","meta":{"code":1000},"data":{"ads":[${parts.join()}],"current_page":1,"has_next_page":true,"last_hit":1}}`;
  const [times, floors]: [number[], number[]] = [[], []];
  for (let run = 0; run < 60; run++) {
    floors.push(await timed(() => JSON.parse(text)));
    times.push(await timed(() => readSearchPage(text, "mega", 1, undefined)));
  }
  console.log(
    JSON.stringify({ "parse an answer, over JSON.parse": median(times.slice(20)) / median(floors.slice(20)) }),
  );
}

void main();
