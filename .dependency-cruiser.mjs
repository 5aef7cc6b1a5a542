// The walls between rooms and folders (docs/architecture.md), checked by `npm run walls`. Types count as imports.

/** Each room, what it may import besides itself, and why nothing else. */
const rooms = {
  "src/protocol": ["", "protocol is the lowest room: it imports nothing but itself."],
  "src/api": ["src/protocol", "api speaks HTTP and the contract; it knows nothing above it."],
  "src/features": ["src/protocol src/api", "features decide; they neither show nor serve."],
  "src/views": [
    "src/protocol src/features",
    "views show what features decide: only the wallet's gate reaches a paid endpoint, and extension.ts starts the sample.",
  ],
  "src/cli": [
    "src/protocol src/features src/sample",
    "The command line is a door of its own: what both doors need is a feature, and only the wallet's gate reaches a paid endpoint.",
  ],
  "src/sample": ["src/protocol", "The sample library must not mirror a mistake of ours: protocol only."],
  webview: ["src/protocol", "The webview knows src/protocol only; all else it asks the host."],
};

/**
 * The folders of a part of the code, lowest first: each imports only those to its left. Folders in one string don't
 * import each other. docs/architecture.md lists the rooms of `src/features` in the same order.
 */
const orders = {
  "src/features": [
    "events text",
    "disk",
    "failures threads",
    "connection wallet",
    "archive forms media",
    "convert",
    "search",
    "details searchFiles",
    "drift searches",
    "export",
    "boards lens runs",
    "dataset watches",
    "assistants",
  ],
  "src/views": ["panel", "searchFiles", "tree", "commands"],
  webview: [
    "controls state",
    "charts session prerender",
    "words filters",
    "cards",
    "detail compare",
    "explorer",
    "archive board runs",
  ],
};

const wall = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const within = (folders) => `^(${folders.split(" ").join("|")})/`;

/** What is imported where from packages and Node.js. */
const packages = [
  [
    "vscode",
    "^vscode$|/@types/vscode/",
    "^src/(views/|core|extension)",
    "Only src/views and src/*.ts know VS Code: take a port instead.",
  ],
  [
    "zod",
    "/zod/",
    "^src/(api|features|views|cli)/",
    "Foreign data is parsed in api, features, views and cli: bring a noun of src/protocol here.",
  ],
  [
    "toolkit",
    "/@vscode/webview-ui-toolkit/",
    "^webview/controls/",
    "Only webview/controls imports the toolkit, so that leaving it costs one folder.",
  ],
  [
    "http",
    "^(node:)?https?$|/undici",
    "^src/(sample/|api/picture|cli/proxy)",
    "Only src/api opens connections: send.ts with the global fetch that VS Code or the command line's proxy.ts patched, picture.ts with a checked address.",
  ],
];

export default {
  forbidden: [
    wall("no-circles", "Types count as well: move what both need to a file of its own.", {}, { circular: true }),
    ...Object.entries(rooms).map(([room, [others, comment]]) =>
      wall(
        `room-${room}`,
        comment,
        { path: within(room) },
        { path: "^(src|webview)/", pathNot: within(`${room} ${others}`.trim()) },
      ),
    ),
    wall(
      "door-api",
      "src/api has one door: import it from its index.ts, and export there what is missing.",
      { pathNot: "^src/api/|^src/features/archive/adIndex" },
      { path: "^src/api/", pathNot: "^src/api/index" },
    ),
    wall(
      "door-feature",
      "A room of src/features has one door: import it from its index.ts, and export there what is missing.",
      { path: "^(?:src/features/([^/]+)/|src/|webview/)" },
      { path: "^src/features/[^/]+/", pathNot: "^src/features/(?:$1/|[^/]+/index)" },
    ),
    ...packages.map(([name, path, pathNot, comment]) =>
      wall(`package-${name}`, comment, { path: "^(src|webview)/", pathNot }, { path }),
    ),
    wall(
      "no-node",
      "protocol and webview run in a browser: no Node.",
      { path: "^(src/protocol|webview)/" },
      { dependencyTypes: ["core"] },
    ),
    ...Object.entries(orders).flatMap(([root, order]) =>
      order.flatMap((folders, index) =>
        folders.split(" ").map((folder) => {
          const others = order
            .slice(index)
            .join(" ")
            .split(" ")
            .filter((other) => other !== folder);
          return wall(
            `one-way-${folder}`,
            "Folders import each other in one direction: move what both need to the lower one.",
            { path: `^${root}/${folder}/` },
            { path: `^${root}/(${others.join("|") || "-"})/` },
          );
        }),
      ),
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.base.json" },
    tsPreCompilationDeps: true,
  },
};
