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
      const options = bundles.find(({ outfile, outdir }) => (outfile ?? `${outdir}/sample.js`) === bundle);
      const { outputFiles } = await esbuild.build({ ...options, write: false, sourcemap: false });
      const [text] = outputFiles.map((file) => file.text);
      if (later !== undefined) assert.ok(text!.includes(`require("${later}")`));
      assert.doesNotMatch(text!, /\bimport\(/);
    }
  });
});
