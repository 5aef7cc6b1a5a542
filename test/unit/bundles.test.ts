import assert from "node:assert/strict";
import { iconsNamed } from "../../bundles.mjs";

const rule = (name: string) => `.codicon-${name}:before { content: "\\ea60" }\n`;

describe("the icons of the page's font", () => {
  const css = ["add", "layers-2", "pulse", "search", "trash", "3d-box"].map(rule).join("");

  it("are those that a source names, with digits too, in the page or in the host", () => {
    const page = '<Icon name="layers-2" /> <span class="codicon codicon-search" /> const icon = on ? "add" : "3d-box";';
    const host = 'const icon = "pulse"; // the trash';
    assert.deepEqual([...iconsNamed(css, page, host)], ["add", "layers-2", "pulse", "search", "3d-box"]);
  });

  it("are all there, or the build fails", () => {
    for (const page of ['<Icon name="serch" />', '<Button icon="serch" />', 'class="codicon codicon-serch"'])
      assert.throws(() => iconsNamed(css, page, ""), /There is no icon serch\./);
  });
});
