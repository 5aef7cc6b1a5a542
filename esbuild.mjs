// Builds every bundle. `node esbuild.mjs` once, `--watch` to stay, `--tests` for the test bundles as well,
// `--production` for what ships (minified, without source maps).
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { bundles, testOptions } from "./bundles.mjs";
import { bundledPackages, thirdPartyNotices } from "./notices.mjs";

const flags = new Set(process.argv.slice(2));

async function testBundle() {
  const entries = await readdir("test", { recursive: true });
  const files = entries.filter(
    (file) => /^(host|panel)\b.*\.test\.ts$/.test(file) || file === join("host", "index.ts"),
  );
  return { ...testOptions, entryPoints: files.map((file) => join("test", file)) };
}

async function main() {
  const wanted = flags.has("--only-tests") ? [] : bundles;
  if (wanted.length > 0) await rm("dist", { recursive: true, force: true });
  await mkdir("dist", { recursive: true });
  if (flags.has("--tests") || flags.has("--only-tests")) {
    await rm("out/test", { recursive: true, force: true });
    wanted.push(await testBundle());
  }
  if (flags.has("--watch")) {
    const contexts = await Promise.all(wanted.map((options) => esbuild.context({ ...options, logLevel: "info" })));
    await Promise.all(contexts.map((context) => context.watch()));
  } else {
    const built = await Promise.all(wanted.map((options) => esbuild.build({ ...options, metafile: true })));
    // npm makes it executable when it links it, and not again after another build.
    if (!flags.has("--only-tests")) await chmod("dist/cli.js", 0o755);
    const shipped = bundledPackages(
      built.map(({ metafile }) => metafile),
      "dist/",
    );
    if (shipped.length > 0) await writeFile("dist/THIRD-PARTY-NOTICES.txt", await thirdPartyNotices(shipped));
  }
}

await main();
