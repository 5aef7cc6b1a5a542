import {
  adLink,
  adResource,
  AssistantTools,
  failureText,
  pageResource,
  type PurchaseQuestion,
  type ToolAnswer,
  type ToolFailure,
  type ToolName,
  type ToolCall,
} from "../features/assistants";
import type { Options } from "./options";
import type { Screen } from "./screen";
import { openSession } from "./session";

/** What the MCP server needs of the engine. The first call loads it, so that the server is ready sooner. */
export interface McpTools {
  call(name: ToolName, input: unknown, call: ToolCall): Promise<ToolAnswer | ToolFailure>;
  /** The question to ask a person before `buy_plan`; undefined if there is none. */
  question(input: unknown): Promise<PurchaseQuestion | undefined>;
  /** A bought ad or page as text. Rejects with a sentence for the assistant. */
  resource(uri: string, call: ToolCall): Promise<string>;
  /** The most recently fetched ads. */
  newest(): Promise<readonly { readonly uri: string; readonly name: string }[]>;
  /** Sends nothing more, but waits a moment for paid answers and stores them. */
  close(): Promise<void>;
}

/** The scheme of links to the editor, which its terminals pass on: other editions and forks have their own. */
function editorScheme(): string {
  const scheme = process.env.AD_LIBRARY_URI_SCHEME ?? "";
  return /^[a-z][a-z\d+.-]*$/i.test(scheme) ? scheme : "vscode";
}

/** Clients kill a server that takes longer than four seconds to end. */
const answersMs = 3500;

/** Opens the engine for the MCP server. @throws {UsageError} */
export async function openMcpTools(options: Options, screen: Screen): Promise<McpTools> {
  // Nobody can be asked on the terminal, because stdin carries the protocol.
  const session = await openSession(options, screen);
  const { engine, settings } = session;
  const door = "mcp";
  const tools = new AssistantTools({
    ...{ engine, door },
    links: {
      ad: (platform, id) => adLink(editorScheme(), platform, id),
      page: pageResource,
    },
    loadMedia: () => "always",
    budget: () => settings.dailyBudget,
    now: () => new Date(),
  });
  const worded = (error: unknown): never => {
    throw new Error(failureText({ door }, error));
  };
  return {
    call: (name, input, call) => tools.call(name, input, call),
    question: (input) => tools.question(input).catch(worded),
    resource: (uri, call) => tools.resource(uri, call).catch(worded),
    newest: async () => {
      const { ads } = await engine.boughtAds.find({}, { limit: 20 }).catch(worded);
      return ads.flatMap(({ card: { platform, id } }) =>
        platform && id ? [{ uri: adResource(platform, id), name: `Ad ${id} on ${platform}` }] : [],
      );
    },
    close: () => session.close(answersMs),
  };
}
