import { createContext, type ComponentType } from "preact";
import type { PickerPopupProps } from "./PickerPopup";

/** Draws the open list of a picker. The page provides it once it is loaded: the first paint has no open list. */
export const PickerPopups = createContext<ComponentType<PickerPopupProps>>(() => null);
