// An MCP client as a process of its own, to be killed: `SERVER BODY`. It says its server's process, then buys a page.
import type { StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import { planIdIn } from "../../support/assistantDoor";
import { McpClient } from "../../support/mcpClient";

async function main([server = "{}", body = ""]: string[]): Promise<void> {
  const client = await McpClient.open(JSON.parse(server) as StdioServerParameters, "legacy");
  process.send?.(client.pid);
  const plan = await client.call("plan_purchase", { platform: "native", body });
  await client.call("buy_plan", { plan_id: planIdIn(plan) });
}

void main(process.argv.slice(2));
