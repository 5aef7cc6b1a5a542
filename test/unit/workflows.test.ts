import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

const permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const step = z.object({
  id: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflow = z.object({
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      uses: z.string().optional(),
      needs: z.string().optional(),
      if: z.string().optional(),
      permissions: permissions.optional(),
      strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
      steps: z.array(step).default([]),
    }),
  ),
});
const read = (file: string) => workflow.parse(parse(readFileSync(file, "utf8")));
const files = globSync(".github/workflows/*.yml").sort();

/** Each `uses:` of workflows, of the action, and of the documents. */
const used = (): readonly string[] =>
  [...files, "action.yml", ...globSync("docs/*.md")].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, text = ""]) => text),
  );

describe("the workflows", () => {
  it("pin each action of others by its commit, and say which version that is", () => {
    const others = used().filter((text) => !text.startsWith("./") && !text.startsWith("ad-library-explorer/"));
    assert.ok(others.length > 15);
    for (const text of others) assert.match(text, /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/);
    const versions = new Map<string, string>();
    for (const text of others) {
      const [, action = "", version = ""] = /^([^@]+)@(.+)$/.exec(text) ?? [];
      assert.equal(versions.get(action) ?? version, version, `${action} has two versions`);
      versions.set(action, version);
    }
  });

  it("may only read, but for the job that publishes, which needs no secret", () => {
    for (const file of files) {
      const { permissions: all, jobs } = read(file);
      assert.deepEqual(all, { contents: "read" }, file);
      for (const [name, { permissions: own }] of Object.entries(jobs))
        if (name !== "publish") assert.equal(own, undefined, `${file}: ${name}`);
      assert.doesNotMatch(readFileSync(file, "utf8"), /secrets\.|_PAT\b|NODE_AUTH_TOKEN/, file);
    }
    const { jobs } = read(".github/workflows/release.yml");
    assert.deepEqual(jobs.publish?.permissions, { contents: "write", "id-token": "write", attestations: "write" });
  });

  it("publish what was tested on three systems and rehearsed, with the programs of a lock file", () => {
    const { jobs } = read(".github/workflows/release.yml");
    assert.deepEqual(
      [jobs.test?.uses, jobs.build?.needs, jobs.publish?.needs],
      ["./.github/workflows/ci.yml", "test", "build"],
    );
    assert.match(jobs.publish?.if ?? "", /event_name == 'push'/);
    const runs = (job: string) => jobs[job]?.steps.map(({ run = "" }) => run).join("\n") ?? "";
    for (const rehearsal of [/npm publish \S+ --dry-run/, /dryRun\.mjs ad-library-explorer\.vsix/])
      assert.match(runs("build"), rehearsal);
    for (const program of [/vsce publish --oidc/, /ovsx publish --trusted-publishing/, /npm publish \S+ --provenance/])
      assert.match(runs("publish"), program);
    assert.doesNotMatch(runs("publish"), /\bnpx\b/);
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
      .parse(JSON.parse(readFileSync(".github/publish/package-lock.json", "utf8")));
    for (const program of ["@vscode/vsce", "ovsx"])
      assert.ok(lock.packages[`node_modules/${program}`]?.version, program);
  });

  it("use the action as others do, on three systems, and read its outputs", () => {
    const { action } = read(".github/workflows/ci.yml").jobs;
    assert.deepEqual(action?.strategy?.matrix.os, ["ubuntu-latest", "macos-latest", "windows-latest"]);
    const uses = action?.steps.find(({ uses: of }) => of === "./");
    const inputs = Object.keys(
      z.object({ inputs: z.record(z.string(), z.unknown()) }).parse(parse(readFileSync("action.yml", "utf8"))).inputs,
    );
    for (const name of Object.keys(uses?.with ?? {})) assert.ok(inputs.includes(name), name);
    const reader = action?.steps.find(({ env }) => env?.OUTPUTS === `\${{ toJSON(steps.${uses?.id}.outputs) }}`);
    const [, file = ""] = /^node (\S+)$/.exec(reader?.run ?? "") ?? [];
    assert.ok(existsSync(file), file);
  });
});
