import type { ThreadSettings } from "./archiveOptions";
import type { Rescued } from "./rescue";
import type { StorageReason } from "../disk";
import type { CapNotice } from "../failures";
import type { Store } from "./store";

// The messages between the window and the archive's thread. Both ends come from the same build.

/** What the thread can be asked to do. */
export type Act = Exclude<keyof Store, "close">;
export type Args<A extends Act> = Parameters<Store[A]>;
export type Result<A extends Act> = Awaited<ReturnType<Store[A]>>;

export interface ThreadStart {
  readonly file: string;
  readonly quietMs: number | undefined;
  readonly settings: ThreadSettings;
}

export type Ask<A extends Act = Act> = {
  readonly [K in A]: {
    readonly kind: "ask";
    readonly id: number;
    readonly act: K;
    readonly args: Args<K>;
    readonly settings: ThreadSettings;
  };
}[A];

export type ToThread =
  | Ask
  /** Nobody waits for that answer any more: what has not begun is not done. */
  | { readonly kind: "cancel"; readonly id: number }
  /** The thread ends once everything that was asked before is done. */
  | { readonly kind: "close" };

export type FromThread =
  | { readonly kind: "answer"; readonly id: number; readonly value: Result<Act> }
  /** Without a reason: an error that is not one of storage. */
  | { readonly kind: "failure"; readonly id: number; readonly reason?: StorageReason; readonly detail: string }
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "rescued"; readonly rescued: Rescued }
  | { readonly kind: "cap"; readonly notice: CapNotice };
