import { FeatureError } from "../../features/failures";
import type { PanelServices } from "./panelServices";

/** Refuses to request from one library what was seen in another. @throws {FeatureError} `otherLibrary` */
export function checkLibrary({ library }: Pick<PanelServices, "library">, shown: string | undefined): void {
  if (shown !== undefined && shown !== library()) throw new FeatureError("otherLibrary");
}
