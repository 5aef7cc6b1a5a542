import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { searchFileEnding } from "../features/searchFiles";
import { platforms } from "../protocol/platforms";

/** Adds `complete SHELL`, which prints a script for the shell, and the hidden command that this script calls. */
export async function addShells(program: Command, typed: string): Promise<void> {
  const all = tab(program);
  const files = await filesBelow(typed);
  for (const command of all.commands.values()) {
    for (const argument of command.arguments.values()) {
      const offered = argument.name === "platform" ? platforms.map(({ token }) => token) : [];
      const values = searchFileArguments.has(argument.name) ? files : offered;
      if (values.length > 0) argument.handler = (complete) => values.forEach((value) => complete(value, ""));
    }
  }
}

/** Names of arguments that take search files. */
const searchFileArguments: ReadonlySet<string> = new Set(["files", "earlier", "newer"]);

/**
 * Names that are offered. Shells expand completions, so names with other characters would be split or run as commands.
 */
const plainName = /^[\w.,+@=-]+$/;

/** The folders and search files that the typed word may lead to. */
async function filesBelow(word: string): Promise<readonly string[]> {
  const folder = word.endsWith("/") ? word.slice(0, -1) || "/" : dirname(word);
  if (!/^[\w.,+@=/~-]*$/.test(word)) return [];
  const prefix = word.includes("/") ? `${folder === "/" ? "" : folder}/` : "";
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const plain = entries.filter(({ name }) => plainName.test(name));
  const kept = plain.filter((entry) => entry.isDirectory() || entry.name.endsWith(searchFileEnding));
  return kept.map((entry) => `${prefix}${entry.name}${entry.isDirectory() ? "/" : ""}`);
}
