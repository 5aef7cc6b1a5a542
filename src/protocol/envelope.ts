import type { Failure } from "./failure";
import type { PanelApi, PanelFacts } from "./panel";

export type Method = keyof PanelApi;
export type Params<M extends Method> = Parameters<PanelApi[M]>[0];
export type AnswerOf<M extends Method> = ReturnType<PanelApi[M]>;

/** From the webview: a question, or its cancellation. */
export type AskFrame =
  | { readonly kind: "ask"; readonly id: number; readonly method: Method; readonly params: unknown }
  | { readonly kind: "cancel"; readonly id: number };

/** From the host: the one answer to a question, or a fact. */
export type HostFrame =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure }
  | HostFact;
export type HostFact<F extends keyof PanelFacts = keyof PanelFacts> = {
  [N in F]: { readonly kind: "fact"; readonly fact: N; readonly value: PanelFacts[N] };
}[F];
