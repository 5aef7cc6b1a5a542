// dryRun.mjs VSIX: publishes nothing. Runs the two commands that publish the extension against a server on this machine,
// which plays GitHub's identity provider and both registries, and refuses at the last moment: when an identity is to be
// exchanged for the right to publish.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const [vsix = ""] = process.argv.slice(2);
const { publisher, name } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const refusal = "This is a dry run";

/** @type {{ readonly path: string, readonly identity: string | undefined, readonly body: string }[]} */
const asked = [];
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const answer = (/** @type {number} */ status, /** @type {object} */ body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (pathname === "/identity") return answer(200, { value: `identity for ${searchParams.get("audience")}` });
  const body = Buffer.concat(chunks).toString("utf8");
  asked.push({ path: pathname, identity: request.headers.authorization, body });
  answer(403, { message: refusal, error: refusal });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

/** @param {string} program @param {readonly string[]} args */
async function refused(program, ...args) {
  const env = {
    ...process.env,
    ...{ GITHUB_ACTIONS: "true", VSCE_MARKETPLACE_URL: url, OVSX_REGISTRY_URL: url, VSCE_PAT: "", OVSX_PAT: "" },
    ...{ ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/identity`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "job" },
  };
  const file = fileURLToPath(new URL(`node_modules/${program}`, import.meta.url));
  const child = spawn(process.execPath, [file, "publish", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += String(text)));
  const [code] = await once(child, "close");
  assert.ok(code !== 0 && said.includes(refusal), `${program}: ${said}`);
  const last = asked.at(-1);
  console.log(`${program}: ${last?.path}`);
  return `${last?.identity} ${last?.body}`;
}

const marketplace = await refused("@vscode/vsce/vsce", "--oidc", "--packagePath", vsix);
assert.match(marketplace, /identity for marketplace\.visualstudio\.com/);
assert.ok(marketplace.includes(publisher), marketplace);
const openVsx = await refused("ovsx/bin/ovsx", "--trusted-publishing", vsix);
assert.ok(openVsx.includes("identity for") && openVsx.includes(name), openVsx);
server.close();
