import * as l10n from "@vscode/l10n";
import type { ConnectionState } from "../../src/protocol/panel";

/** The remark next to prices while nothing is really charged; absent for a real service. */
export function priceRemark(connection: ConnectionState): string | undefined {
  return connection.kind === "sample" ? l10n.t("sample credits, not charged") : undefined;
}
