import {
  adResource,
  AssistantTools,
  failureText,
  pageResource,
  type PurchaseQuestion,
  type ToolAnswer,
  type ToolFailure,
  type ToolName,
  type ToolRun,
} from "../features/assistants";
import { defaultSegments } from "../protocol/platforms";
import type { Options } from "./options";
import type { Screen } from "./screen";
import { openSession } from "./session";

/** What the MCP server needs from the engine; loaded by the first call, so that the server is ready sooner. */
export interface McpTools {
  call(name: ToolName, input: unknown, run: ToolRun): Promise<ToolAnswer | ToolFailure>;
  /** The question to ask a person before `buy_plan`. */
  question(input: unknown): Promise<PurchaseQuestion | undefined>;
  /** An owned ad or page as text. Rejects with a sentence. */
  resource(address: string, run: ToolRun): Promise<string>;
  /** The most recently fetched ads. */
  newest(): Promise<readonly { readonly uri: string; readonly name: string }[]>;
  close(): Promise<void>;
}

/** @throws {UsageError} */
export async function openMcpTools(options: Options, screen: Screen): Promise<McpTools> {
  // No one can be asked, because stdin carries the protocol.
  const session = await openSession(options, screen, false);
  const { engine, settings } = session;
  const tools = new AssistantTools({
    engine,
    door: "mcp",
    links: {
      ad: (platform, id) => `vscode://ad-library-explorer.ad-library-explorer/ad/${platform}/${id}`,
      page: pageResource,
    },
    loadMedia: () => "always",
    budget: () => settings.dailyBudget,
    now: () => new Date(),
  });
  return {
    call: (name, input, run) => tools.call(name, input, run),
    question: (input) => tools.question(input),
    resource: (address, run) =>
      tools.resource(address, run).catch((error: unknown) => {
        throw new Error(failureText(error));
      }),
    newest: async () => {
      const { ads } = await engine.ownedAds.find({}, { limit: 20 });
      return ads.flatMap(({ card: { platform, id } }) =>
        platform && id
          ? [{ uri: adResource(defaultSegments[platform], id), name: `Ad ${id} on ${defaultSegments[platform]}` }]
          : [],
      );
    },
    close: () => session.close(),
  };
}
