// Parquet datasets made of the archive.
export { Datasets } from "./datasets";
export type { DatasetSummary } from "./writeDataset";
