import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { body } from "../../support/misbehavingReplies";
import { adTexts, answerText } from "../features/export/someAnswers";

describe("a paid answer that the archive can't keep", () => {
  const library = useLibrary({ adsPerPlatform: 60 });
  const { at, env, folder, line, play, paid } = useCommandLine(library);
  beforeEach(async () => {
    for (const platform of ["facebook", "tiktok"])
      writeFileSync(at(`${platform}.adsearch.json`), JSON.stringify({ platform, body: {}, pages: 1 }));
    await play("check", "facebook.adsearch.json", "--max-credits", "100");
  });

  const archived = (...path: string[]) => at("data", "archive", ...path);
  const inLibrary = (...path: string[]) => archived("answers", readdirSync(archived("answers"))[0]!, ...path);
  /** Puts a file in the place of a folder while the next paid answer is on its way. */
  const block = (place: () => string) =>
    library.next((exchange) => {
      writeFileSync(place(), "");
      return library.usual(exchange);
    });
  const tiktok = () =>
    inLibrary(
      readdirSync(inLibrary()).find((name) => name !== "library.json")!,
      "tiktok",
    );
  const told = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as Told);

  it("is printed by details", async () => {
    const [{ id }] = told((await play("find", "a", "--json")).stdout) as [Told];
    for (const json of [true, false]) {
      block(() => archived("details"));
      const args = ["--max-credits", "100", "--buy-again", ...(json ? ["--json"] : [])];
      const { code, stdout, stderr } = await play("details", "facebook", id!, ...args);
      const printed = JSON.parse(stdout) as Told & { data?: { id: unknown } };
      assert.match(stderr, /^An answer couldn't be stored in the archive\. /);
      assert.equal(code, 5);
      if (json) assert.deepEqual([printed.detail?.ad.id, printed.bought, printed.credits], [id, false, 100]);
      else assert.equal(String(printed.data?.id), id);
      rmSync(archived("details"));
    }
  });

  it("is told by check, with its credits", async () => {
    const files = ["facebook.adsearch.json", "tiktok.adsearch.json"];
    const output = { GITHUB_OUTPUT: at("output") };
    for (const paths of [files.slice(1), files]) {
      block(tiktok);
      const github = ["--max-credits", "200", "--buy-again", "--json", "--format", "github"];
      const { code, stdout, stderr } = await line().play(
        folder(),
        { ...env(), ...output },
        "check",
        ...paths,
        ...github,
      );
      const check = told(stdout).find(({ file }) => file === files[1]);
      assert.deepEqual(
        [told(stdout).length, check?.credits, check?.notKept, code],
        [paths.length, 100, 100, 5],
        stderr,
      );
      assert.match(readFileSync(at("output"), "utf8"), /^credits=100$/m);
      rmSync(tiktok());
      rmSync(at("output"));
    }
  });

  it("is told by check with its new ads, and that it may be bought again", async () => {
    const args = ["check", "tiktok.adsearch.json", "--max-credits", "200"];
    await play(...args);
    const [kept, aside] = [tiktok(), at("aside")];
    for (const json of [true, false]) {
      library.next((exchange) => {
        renameSync(kept, aside);
        writeFileSync(kept, "");
        return body(answerText({ page: 1, ads: adTexts(9), lastHit: "4000000000" }))(exchange);
      });
      const { code, stdout } = await play(...args, "--buy-again", ...(json ? ["--json"] : []));
      const [first, ...ads] = stdout.trimEnd().split("\n");
      if (json) assert.equal(told(stdout)[0]?.found?.[0]?.title, '=1+1 "9" 日本 0');
      else {
        assert.match(
          first!,
          /: Of 18 ads: .* Stopped after 1 page\. Answers worth 100 credits couldn't be stored in the archive\. The next check may buy them again\. Spent 100 credits\.$/,
        );
        assert.equal(ads.length, 18);
        assert.match(ads[0]!, /tiktok \d+ .*first seen.* =1\+1 "9" 日本 0 /);
      }
      assert.equal(code, 5);
      rmSync(kept);
      renameSync(aside, kept);
    }
  });

  it("isn't paid for if the folder that it belongs in is no folder", async () => {
    const before = paid();
    const [{ id }] = told((await play("find", "a", "--json")).stdout) as [Told];
    for (const [place, ...args] of [
      [archived("details"), "details", "facebook", id!],
      [tiktok(), "check", "tiktok.adsearch.json"],
    ] as const) {
      writeFileSync(place, "");
      const { code, stderr } = await play(...args, "--max-credits", "100");
      assert.match(stderr, /The archive can't keep another answer, so the request was not sent or charged\./);
      assert.deepEqual([code, paid()], [5, before]);
    }
  });

  it("isn't all that check tells of if its run can't be pinned", async () => {
    rmSync(archived("kept.json"));
    mkdirSync(archived("kept.json"));
    const { code, stdout } = await play("check", "tiktok.adsearch.json", "--max-credits", "100", "--json");
    const [check] = told(stdout);
    assert.deepEqual([check?.credits, check?.notKept, code], [100, 0, 5]);
  });
});

interface Told {
  readonly id?: string;
  readonly file?: string;
  readonly credits?: number;
  readonly notKept?: number;
  readonly bought?: boolean;
  readonly found?: readonly { readonly title?: string }[];
  readonly detail?: { readonly ad: { readonly id: string } };
}
