// The tools for assistants, shared by all doors.
export type { ToolAnswer } from "./answer";
export { AssistantTools, failureText, type ToolFailure } from "./assistantTools";
export { type ToolCall } from "./answer";
export { purchaseContent, purchasePrice, type PurchaseQuestion, purchaseWords } from "./purchaseQuestion";
export type { PurchasePlan } from "./purchasePlans";
export { adResource, pageResource } from "./resources";
export { resourceTemplates, toolInputs, toolWords } from "./toolInputs";
export { type ToolName, toolNames } from "./toolNames";
