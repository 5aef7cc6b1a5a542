import type { ThreadSettings } from "./archiveOptions";
import type { Rescued } from "./rescue";
import type { StorageReason } from "../disk";
import type { CapNotice } from "../failures";
import type { ArchiveStore } from "./store";

// The messages between the window and the archive's thread. Both ends come from the same build.

/** What the thread can be asked to do. */
export type Task = Exclude<keyof ArchiveStore, "close">;
export type Args<A extends Task> = Parameters<ArchiveStore[A]>;
export type Result<A extends Task> = Awaited<ReturnType<ArchiveStore[A]>>;

/** What the thread is started with, as its `workerData`. */
export interface ThreadStart {
  readonly file: string;
  readonly quietMs: number | undefined;
  readonly settings: ThreadSettings;
}

export type Ask<A extends Task = Task> = {
  readonly [K in A]: {
    readonly kind: "ask";
    readonly id: number;
    readonly task: K;
    readonly args: Args<K>;
    readonly settings: ThreadSettings;
  };
}[A];

export type ToThread =
  | Ask
  /** Nobody waits for this answer any more. A request that has not begun is dropped. */
  | { readonly kind: "cancel"; readonly id: number }
  /** Ends the thread once everything that was asked before is done. */
  | { readonly kind: "close" };

export type FromThread =
  | { readonly kind: "answer"; readonly id: number; readonly value: Result<Task> }
  /** Without a reason, the error is not one of storage. */
  | { readonly kind: "failure"; readonly id: number; readonly reason?: StorageReason; readonly specifics: string }
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "rescued"; readonly rescued: Rescued }
  | { readonly kind: "cap"; readonly notice: CapNotice };
