import { Client, type ElicitRequest, type ElicitResult } from "@modelcontextprotocol/client";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import type { AssistantDoor, Said } from "./assistantDoor";

/** Both eras of the protocol: with a handshake and a session, and without. */
export const eras = { legacy: undefined, modern: { pin: "2026-07-28" } } as const;
export type Era = keyof typeof eras;

export type Form = ElicitRequest["params"];
export type Answer = ElicitResult;

/** A real client with a server process of its own. */
export class McpClient implements AssistantDoor {
  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {}

  /** @param asked shows a form to a person; without it the client cannot */
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
    const result = await this.client.callTool({ name, arguments: input }, signal ? { signal } : undefined);
    const parts = result.content;
    const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
    const pictures = parts.flatMap((part) => (part.type === "image" ? part.mimeType : []));
    return { text, failed: result.isError === true, data: result.structuredContent, pictures };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
