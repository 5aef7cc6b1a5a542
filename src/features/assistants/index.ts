// The tools for assistants, shared by all doors.
export type { ToolAnswer } from "./answer";
export { AssistantTools, failureText, type ToolFailure } from "./assistantTools";
export { adLink, adResource, pageResource } from "./boughtTools";
export {
  purchaseContent,
  type PurchasePlan,
  purchasePrice,
  type PurchaseQuestion,
  purchaseWords,
} from "./purchasePlans";
export { resourceTemplates, toolInputs, toolWords } from "./toolInputs";
export { toolOutputs } from "./toolOutputs";
export { type ToolName, toolNames } from "./toolNames";
export type { ToolCall } from "./toolPorts";
