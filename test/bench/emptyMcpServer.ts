// The floor of the benchmark `assistants`: a server on the same SDK with one empty tool.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "empty", version: "1.0.0" });
  server.registerTool("empty", { inputSchema: z.object({}) }, () => ({ content: [] }));
  return server;
});
