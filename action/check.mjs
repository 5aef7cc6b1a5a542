// The step of the action that checks search files, first for mistakes, then for new ads.
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, existsSync, globSync, openSync, readFileSync, writeFileSync } from "node:fs";

/** @param {string} name */
const given = (name) => process.env[name] ?? "";

/** GitHub drops a summary of more than 1 MiB whole. */
const mostBytes = 900_000;

/**
 * The files that the input names. Of each line, all of it counts as one name or pattern, spaces included, if there is
 * such a file; otherwise, spaces separate names and patterns.
 */
function filesIn(/** @type {string} */ text) {
  const found = (/** @type {string} */ name) => (existsSync(name) ? [name] : globSync(name).sort());
  const files = text.split(/\r?\n/).flatMap((line) => {
    const whole = line.trim() === "" ? [] : found(line.trim());
    if (whole.length > 0) return whole;
    return line.split(/\s+/).flatMap((name) => {
      const some = name === "" ? [] : found(name);
      return some.length > 0 || name === "" ? some : [name];
    });
  });
  return [...new Set(files)].map((file) => (process.platform === "win32" ? file.replaceAll("\\", "/") : file));
}

/**
 * Runs the command line and resolves to its exit code. A cancel reaches it, so that it can keep what is on its way.
 * @param {readonly string[]} args
 * @param {number | "inherit"} out where its results go
 * @returns {Promise<number>}
 */
function run(args, out = "inherit") {
  const child = spawn(process.execPath, [given("CLI"), ...args], { stdio: ["ignore", out, "inherit"] });
  // On Windows, a cancel reaches every process of the console by itself.
  const pass = (/** @type {NodeJS.Signals} */ signal) => void (process.platform === "win32" || child.kill(signal));
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, pass);
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => done(code ?? 1));
  });
}

/** Adds the summary to the job's, as far as there is room. Says whether all of it fits. */
function addSummary(/** @type {string} */ file) {
  const whole = readFileSync(file);
  const fits = whole.length <= mostBytes;
  const head = fits ? whole : whole.subarray(0, whole.lastIndexOf("\n", mostBytes - 1000) + 1);
  appendFileSync(given("GITHUB_STEP_SUMMARY"), head);
  const rest = `\n**This is the beginning. The whole summary is in the artifact \`${given("ARTIFACT")}\`.**\n`;
  if (!fits) appendFileSync(given("GITHUB_STEP_SUMMARY"), rest);
  return fits;
}

/** @param {string} name @param {string | boolean} value */
const output = (name, value) => appendFileSync(given("GITHUB_OUTPUT"), `${name}=${value}\n`);

async function main() {
  const files = filesIn(given("FILES"));
  const lint = given("LINT") === "true";
  // Pull requests of forks have no key, so the filters can't be asked for.
  const unasked = lint && given("AD_LIBRARY_API_KEY") === "" && given("AD_LIBRARY_URL") !== "sample:";
  const strict = (given("STRICT") || String(!unasked)) === "true" ? ["--strict"] : [];
  const linted = await run(["lint", ...strict, "--format", "github", "--", ...files]);
  if (linted !== 0 || lint) return linted;
  const credits = given("CREDITS");
  if (credits === "") {
    console.error("::error::Set max-credits, or lint: true.");
    return 2;
  }
  const summary = given("SUMMARY");
  writeFileSync(summary, "");
  const out = openSync(summary, "a");
  const options = [
    ...["--max-credits", credits, "--known-pages", given("KNOWN"), "--format", "github"],
    ...(given("THUMBNAILS") === "true" ? ["--thumbnails"] : []),
    ...(given("AGAIN") === "true" ? ["--buy-again"] : []),
    ...(given("FOLDER") === "" ? [] : [`--baseline=${given("FOLDER")}`]),
  ];
  const code = await run(["check", ...options, "--", ...files], out);
  // Whatever becomes of this page, the check was made.
  if (code === 0 || code === 6) await run(["news", "--md", "--", ...files], out);
  closeSync(out);
  output("long", !addSummary(summary));
  output("summary-file", summary);
  if (code !== 0 && code !== 6) {
    console.error(`::error::The check failed (exit code ${code}). The lines above say why.`);
    return code;
  }
  output("result", code === 6 ? "new" : "none");
  return 0;
}

process.exitCode = await main();
