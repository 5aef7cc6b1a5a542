import type { SearchRows } from "../../src/views/tree/searchNodes";

/** An empty tree of searches. A test adds what it is about. */
export const noRows: SearchRows = {
  filterChanges: () => Promise.resolve([]),
  saved: () => Promise.resolve([]),
  recent: () => Promise.resolve([]),
  files: () => Promise.resolve([]),
  boards: () => Promise.resolve([]),
  runs: () => Promise.resolve([]),
  reorder: () => Promise.resolve(),
  onChanged: () => ({ dispose: () => undefined }),
};
