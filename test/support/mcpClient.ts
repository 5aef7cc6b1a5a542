import { Client, type ElicitRequest, type ElicitResult } from "@modelcontextprotocol/client";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import type { AssistantDoor, Said } from "./assistantDoor";

/** The two eras of MCP: with a handshake and a session (`legacy`), and without (`modern`). */
export const eras = { legacy: undefined, modern: { pin: "2026-07-28" } } as const;
export type Era = keyof typeof eras;

/** A question that the server asks the person. */
export type Form = ElicitRequest["params"];
/** The person's answer. */
export type Answer = ElicitResult;

/** A real MCP client with a server process of its own. */
export class McpClient implements AssistantDoor {
  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {}

  /** @param asked answers a question as the person would; without it, the client cannot ask */
  static async open(server: StdioServerParameters, era: Era, asked?: (form: Form) => Answer): Promise<McpClient> {
    const transport = new StdioClientTransport({ ...server, stderr: "inherit" });
    const mode = eras[era];
    const client = new Client(
      { name: "Test Client", version: "1.2.3" },
      { ...(mode && { versionNegotiation: { mode } }), ...(asked && { capabilities: { elicitation: {} } }) },
    );
    if (asked) client.setRequestHandler("elicitation/create", ({ params }) => asked(params));
    await client.connect(transport);
    return new McpClient(client, transport);
  }

  get pid(): number {
    return this.transport.pid!;
  }

  async call(name: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Said> {
    // The test has the only time limit.
    const options = { ...(signal && { signal }), timeout: 2 ** 31 - 1 };
    const result = await this.client.callTool({ name, arguments: input }, options);
    const parts = result.content;
    const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
    const pictures = parts.flatMap((part) => (part.type === "image" ? part.mimeType : []));
    return { text, failed: result.isError === true, data: result.structuredContent, pictures };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
