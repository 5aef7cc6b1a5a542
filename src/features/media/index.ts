// Pictures of ads on this machine, kept when a person says so.
export type { KeepOptions, KeepResult } from "./keeping";
export { type KeptPicture, KeptPictures } from "./keptPictures";
export { type PagePicture, PagePictures, picturesOf } from "./pagePictures";
