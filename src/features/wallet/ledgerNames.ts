import { readdir } from "node:fs/promises";
import { errorCode } from "../disk";

const fileName = /^(\d{4}-\d{2})\.[0-9a-f-]+\.ndjson$/;

/** The month (UTC, `YYYY-MM`) of a ledger file's lines, or undefined if the name is not a ledger file's. */
export function monthOfFile(name: string): string | undefined {
  return fileName.exec(name)?.[1];
}

/** Names of the ledger's files from a month on, oldest first. None for a missing folder. */
export async function ledgerNames(folder: string, oldestMonth = ""): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    // Stryker disable next-line ArrayDeclaration: a name of no file of the ledger is left out below
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  const wanted = names.filter((name) => {
    const month = monthOfFile(name);
    // Stryker disable next-line ConditionalExpression: undefined is no later than any text, which TypeScript cannot see
    return month !== undefined && month >= oldestMonth;
  });
  // Stryker disable next-line MethodExpression: Node.js lists names in order already, on most systems
  return wanted.sort();
}
