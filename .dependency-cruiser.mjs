/**
 * The folders of a part of the code, lowest first: each imports only those to its left, including types. Folders in one
 * string don't import each other. docs/architecture.md lists the rooms of `src/features` in the same order.
 */
const orders = {
  "src/features": [
    "events text",
    "disk",
    "failures",
    "connection wallet",
    "archive forms",
    "convert",
    "search",
    "details searchFiles",
    "drift searches",
    "export",
    "dataset runs",
    "assistants",
  ],
  "src/views": ["assistants panel", "searchFiles", "tree", "commands"],
  webview: [
    "controls state",
    "charts session paint",
    "words filters",
    "cards",
    "detail compare",
    "explorer",
    "archive runs",
  ],
};

const walls = Object.entries(orders).flatMap(([root, order]) =>
  order.flatMap((folders, index) =>
    folders.split(" ").map((folder) => {
      const others = order.slice(index).join(" ").split(" ");
      return {
        name: `one-way-${folder}`,
        comment: "Folders import each other in one direction: move what both need to the lower one.",
        severity: "error",
        from: { path: `^${root}/${folder}/` },
        to: { path: `^${root}/(${others.filter((other) => other !== folder).join("|") || "-"})/` },
      };
    }),
  ),
);

const circles = {
  name: "no-circles",
  comment: "Types count as well: move what both need to a file of its own.",
  severity: "error",
  from: {},
  to: { circular: true },
};

export default {
  forbidden: [circles, ...walls],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.base.json" },
    tsPreCompilationDeps: true,
  },
};
