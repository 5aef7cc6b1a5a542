import { FeatureError } from "../../features/failures";
import type { PanelServices } from "./panelServices";

/** What was seen in one library is not asked of another one. @throws {FeatureError} `otherLibrary` */
export function checkLibrary({ library }: Pick<PanelServices, "library">, shown: string | undefined): void {
  if (shown !== undefined && shown !== library()) throw new FeatureError("otherLibrary");
}
