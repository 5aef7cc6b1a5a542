// The parts that the first paint does not need. One chunk, which arrives while a person looks at the form.
export { ArchivePanel } from "./archive/ArchivePanel";
export { BoardPanel } from "./board/BoardPanel";
export { warmCards } from "./cards/AdCardView";
export { Beginnings } from "./explorer/Beginnings";
export { DetailRegion } from "./explorer/DetailRegion";
export { FromElsewhere } from "./explorer/FromElsewhere";
export { KeyHelp } from "./explorer/KeyHelp";
export { LoadedAds } from "./explorer/LoadedAds";
export { LoadedFilters } from "./explorer/LoadedFilters";
export { ResultsFoot } from "./explorer/LoadedAds";
export { SelectionBar } from "./explorer/SelectionBar";
export { ComparisonPanel } from "./runs/ComparisonPanel";
export { PickerPopup } from "./controls/picker/PickerPopup";
export { viewed } from "./cards/viewed";
