import {
  acceptedContent,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { PurchaseQuestion } from "../features/assistants";

/** A client's capability to ask a person. A client that names only `url` cannot show a form. */
const showsForms = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }),
});

/** What newer clients say about themselves with each call. */
const envelope = z.looseObject({ "io.modelcontextprotocol/clientCapabilities": z.unknown() });

const yesOrNo = z.object({
  buy: z.boolean().meta({ title: "Buy", description: "Yes spends the credits once. No spends nothing." }),
});

/**
 * Asks the person whether to buy, if the client can. If it cannot, the answer is "yes", because then the allowance
 * decides. The SDK asks clients of both eras, and runs the call again with the person's answer.
 */
export function personAsked(
  server: McpServer,
  { mcpReq }: ServerContext,
  question: PurchaseQuestion | undefined,
): "yes" | "no" | InputRequiredResult {
  if (question === undefined || !canAsk(server, mcpReq)) return "yes";
  // A yes to another plan does not count for this one.
  const { inputResponses } = mcpReq;
  const said = inputResponse(inputResponses, question.id);
  if (said.kind !== "missing")
    return acceptedContent(inputResponses, question.id, yesOrNo)?.buy === true ? "yes" : "no";
  const asked = inputRequired.elicit({ message: question.text, requestedSchema: yesOrNo });
  return inputRequired({ inputRequests: { [question.id]: asked } });
}

function canAsk(server: McpServer, { envelope: sent }: ServerContext["mcpReq"]): boolean {
  const said = envelope.safeParse(sent).data?.["io.modelcontextprotocol/clientCapabilities"];
  const { elicitation } = showsForms.safeParse(said ?? server.server.getClientCapabilities()).data ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
