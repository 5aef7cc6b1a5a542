import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { bundles, iconsNamed } from "../../bundles.mjs";

const rule = (name: string) => `.codicon-${name}:before { content: "\\ea60" }\n`;

describe("the icons of the page's font", () => {
  const css = ["add", "layers-2", "pulse", "search", "trash", "3d-box"].map(rule).join("");

  it("include every icon that a source names", () => {
    const page = '<Icon name="layers-2" /> <span class="codicon codicon-search" /> const icon = on ? "add" : "3d-box";';
    const host = 'const icon = "pulse"; // the trash';
    assert.deepEqual([...iconsNamed(css, page, host)], ["add", "layers-2", "pulse", "search", "3d-box"]);
  });

  it("are all there, or the build fails", () => {
    for (const page of ['<Icon name="serch" />', '<Button icon="serch" />', 'class="codicon codicon-serch"'])
      assert.throws(() => iconsNamed(css, page, ""), /There is no icon serch\./);
  });
});

describe("the bundles of the host", () => {
  it("require their later parts: before Node.js imports a CommonJS file, it searches all of it for exports", async () => {
    for (const [bundle, later] of [
      ["dist/cli.js", "./program.js"],
      ["dist/core.js", "./prerender.js"],
      ["dist/extension.js"],
      ["dist/sample.js"],
    ]) {
      const options = bundles.find(({ outfile }) => outfile === bundle);
      const { outputFiles } = await esbuild.build({ ...options, write: false, sourcemap: false });
      const [text] = outputFiles.map((file) => file.text);
      if (later !== undefined) assert.ok(text!.includes(`require("${later}")`));
      assert.doesNotMatch(text!, /\bimport\(/);
    }
  });

  it("share one file with the parts of zod that they use, and have completion in a file of its own", async () => {
    const host = bundles.filter(({ platform, outfile }) => platform === "node" && outfile !== undefined);
    const built = await Promise.all(
      host.map(async (options) => {
        const { metafile } = await esbuild.build({ ...options, metafile: true, write: false, sourcemap: false });
        const inputs = Object.keys(Object.values(metafile.outputs)[0]!.inputs);
        return { file: options.outfile!, inputs };
      }),
    );
    const having = (name: string) =>
      built.filter(({ inputs }) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
    assert.deepEqual(
      ["zod", "@bomb.sh/tab"].map((name) => having(name).map(({ file }) => file)),
      [["dist/zod.js"], ["dist/completion.js"]],
    );
  });
});
