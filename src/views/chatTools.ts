import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import {
  adLink,
  AssistantTools,
  purchaseContent,
  type PurchasePlan,
  purchasePrice,
  purchaseWords,
  type ToolAnswer,
} from "../features/assistants";
import type { Engine } from "../features/engine";
import type { Refusals } from "./spending";
import type { UserSettings } from "./settings";
import type { ChatTools } from "./doors";

const planId = z.object({ plan_id: z.string() });

/** The tools of this window: all its chats form one session and share its plans. */
export function chatTools(engine: Engine, settings: Pick<UserSettings, "read">, refusals: Refusals): ChatTools {
  const tools = new AssistantTools({
    engine,
    door: "vscode",
    links: {
      ad: (platform, id) => adLink(vscode.env.uriScheme, platform, id),
    },
    loadMedia: () => settings.read().loadMedia,
    budget: () => settings.read().dailyBudget,
    now: () => new Date(),
  });
  /** Whether the last question was not agreed to, or is still open. VS Code doesn't tell of a no. */
  let unanswered = false;
  return {
    confirmation: async (input) => {
      const id = planId.safeParse(input).data?.plan_id;
      const plan = id === undefined ? undefined : tools.plans.peek(id);
      if (plan && plan.credits > 0) {
        await refuse(tools, plan, refusals);
        if (unanswered) await offerRefusal(refusals);
        unanswered = true;
      }
      return confirmationOf(plan);
    },
    invoke: async (name, input, caller, cancellation) => {
      if (name === "buy_plan") {
        if (refusals.isOn) throw new Error(refusedWords(refusals));
        unanswered = false;
      }
      const stop = new AbortController();
      const listening = cancellation.onCancellationRequested(() => stop.abort());
      try {
        if (cancellation.isCancellationRequested) stop.abort();
        const told = await tools.call(name, input, { client: callers[caller], signal: stop.signal });
        if ("failed" in told) throw new Error(told.failed);
        return resultOf(told);
      } finally {
        listening.dispose();
      }
    },
  };
}

/** The API names no extension. */
const callers = { chat: "the chat", extension: "another extension" } as const;

/** Where the answer will be no, nobody is asked first. @throws {Error} in words for the model */
async function refuse(tools: AssistantTools, plan: PurchasePlan, refusals: Refusals): Promise<void> {
  const refusal = refusals.isOn ? refusedWords(refusals) : await tools.refusal(plan);
  if (refusal === undefined) return;
  // As through the other door, a plan works once, however its purchase ends.
  tools.plans.take(plan.id);
  throw new Error(refusal);
}

/** VS Code's own question has no such button: it is offered before the next one in a row. @throws {Error} if refused */
async function offerRefusal(refusals: Refusals): Promise<void> {
  const refuse = l10n.t("Refuse for 10 Minutes");
  const show = l10n.t("Show Request");
  const words = l10n.t("An assistant wants to spend credits again.");
  const detail = l10n.t("You haven't agreed to its last request.");
  const chosen = await vscode.window.showWarningMessage(words, { modal: true, detail }, refuse, show);
  if (chosen === refuse) refusals.refuse();
  if (chosen !== show) throw new Error("Nothing was sent or charged: a person declined.");
}

const refusedWords = (refusals: Refusals) =>
  `Nothing was sent or charged: a person refuses all requests to spend credits until ${refusals.time()}.`;

/** Body, price, and what is bought. Foreign text is shown as code, where no markup takes effect. */
function confirmationOf(plan: PurchasePlan | undefined): vscode.LanguageModelToolConfirmationMessages {
  if (!plan)
    return {
      title: l10n.t("Buy Ads?"),
      message: l10n.t("This plan is unknown, already used, or expired. Nothing will be sent or charged."),
    };
  const message = new vscode.MarkdownString();
  message.appendText(purchaseWords(plan));
  message.appendCodeblock(purchaseContent(plan), plan.purchase.of === "search" ? "json" : "text");
  return { title: purchasePrice(plan), message };
}

/** Only newer versions of VS Code support picture parts. */
const dataPart = z.custom<{ image(data: Uint8Array, mimeType: string): vscode.LanguageModelTextPart }>(
  (value) => typeof value === "function" && "image" in value,
);

function resultOf({ text, pictures }: ToolAnswer): vscode.LanguageModelToolResult {
  const { data: maker } = dataPart.safeParse(Reflect.get(vscode, "LanguageModelDataPart"));
  const images = maker ? pictures.map(({ data, mimeType }) => maker.image(Buffer.from(data, "base64"), mimeType)) : [];
  const missing = pictures.length > images.length ? "\nThis version of VS Code can't pass images to models." : "";
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text + missing), ...images]);
}
