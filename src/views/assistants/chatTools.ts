import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import {
  AssistantTools,
  purchaseContent,
  type PurchasePlan,
  purchasePrice,
  purchaseWords,
  type ToolAnswer,
} from "../../features/assistants";
import type { Engine } from "../../features/engine";
import type { UserSettings } from "../settings";
import type { ChatTools } from "./toolDoor";

const planId = z.object({ plan_id: z.string() });

/** The tools of this window: all its chats form one session and share its plans. */
export function chatTools(engine: Engine, settings: Pick<UserSettings, "read">): ChatTools {
  const tools = new AssistantTools({
    engine,
    door: "vscode",
    links: {
      ad: (platform, id) => `${vscode.env.uriScheme}://ad-library-explorer.ad-library-explorer/ad/${platform}/${id}`,
    },
    loadMedia: () => settings.read().loadMedia,
    budget: () => settings.read().dailyBudget,
    now: () => new Date(),
  });
  return {
    confirmation: (input) => {
      const id = planId.safeParse(input).data?.plan_id;
      return confirmationOf(id === undefined ? undefined : tools.plans.peek(id));
    },
    invoke: async (name, input, cancellation) => {
      const stop = new AbortController();
      const listening = cancellation.onCancellationRequested(() => stop.abort());
      try {
        if (cancellation.isCancellationRequested) stop.abort();
        const told = await tools.call(name, input, { client: vscode.env.appName, signal: stop.signal });
        if ("failed" in told) throw new Error(told.failed);
        return resultOf(told);
      } finally {
        listening.dispose();
      }
    },
  };
}

/** Body, price, and what is owned. Foreign text is shown as code, where no markup takes effect. */
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
