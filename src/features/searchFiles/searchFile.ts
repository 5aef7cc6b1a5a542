import type { Node } from "jsonc-parser";
import type { Filter, FilterItem, FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import type { KnownForm, BodyQuery } from "../forms";
import type { Digits } from "../../protocol/ads";
import type { ProblemCode, Severity, Wording } from "./lintWords";

/** How the name of every search file ends. */
export const searchFileEnding = ".adsearch.json";

/** A search as written in its file. */
export interface SearchFile {
  /** One readable line, for lists; absent if the file has none. */
  readonly name?: string;
  readonly platform: PlatformToken;
  /** The service's own field names; integers beyond 2^53 are bigints. */
  readonly body: BodyQuery["body"];
  /** How many pages a run or an export takes; 1 if absent. */
  readonly pages?: number;
  /** The result that the file is about: a `last_hit`. */
  readonly snapshot?: Digits;
}

/** A part of a text, in UTF-16 code units. */
export interface TextSpan {
  readonly offset: number;
  readonly length: number;
}

/** A part of a text with its lines and columns, which count from 1; the end is after the last character. */
export interface Place extends TextSpan {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface TextEdit extends TextSpan {
  readonly text: string;
}

/** A way to fix a problem: text edits that do not overlap. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Something about a search file that its author should know before it costs anything. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** One or two sentences. */
  readonly message: string;
  readonly range: Place;
  readonly fixes: readonly Fix[];
}

/** A problem that was found, before it gets its message and lines. */
export interface FoundProblem extends Wording {
  readonly span: TextSpan;
  readonly fixes?: readonly Fix[];
}

/** What a search file is checked against. Nothing here costs anything. */
export interface LintPorts {
  /** The platform's filters, and why they are old or absent. */
  readonly form: (platform: PlatformToken) => Promise<Partial<KnownForm> & { readonly reason?: string }>;
  /** Items of a filter's route that match a text (route 2); absent if they don't matter. */
  readonly items?: (platform: PlatformToken, route: string, text: string) => Promise<readonly FilterItem[]>;
  /** How many pages of the file's snapshot are bought; absent if not requested. */
  readonly boughtPages?: (file: SearchFile, form: FilterForm) => Promise<number>;
  /** How long ago an ISO time was, in words. */
  readonly age: (iso: string) => string;
  /** Why something failed, in words; needed with `items`. */
  readonly words?: (error: unknown) => string;
}

/** A filter's value in a file. */
export interface FilterNode {
  readonly filter: Filter;
  readonly value: Node;
  readonly text: string;
}

/** The part of a value that a problem concerns; its code is the problem's own unless set. */
export type Located = Partial<FoundProblem> & Pick<FoundProblem, "span">;
