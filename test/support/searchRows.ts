import type { SearchRows } from "../../src/views/tree/searchNodes";

/** Of everything that the tree of searches shows, nothing; a test adds what it is about. */
export const noRows: SearchRows = {
  filterChanges: () => Promise.resolve([]),
  saved: () => Promise.resolve([]),
  recent: () => Promise.resolve([]),
  files: () => Promise.resolve([]),
  runs: () => Promise.resolve([]),
  reorder: () => Promise.resolve(),
  onChanged: () => ({ dispose: () => undefined }),
};
