// Filter forms from the service, and the bodies that they describe.
export { type BodyQuery, isModest, readForeignBody, readPlatform, toldFilter, toldItem } from "./bodyQuery";
export { FilterForms, type KnownForm } from "./filterForms";
export { type FormPlace, FormStore } from "./filterForms";
