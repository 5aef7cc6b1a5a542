// Type-checked lint, and the walls between the rooms of docs/architecture.md as one table.
import js from "@eslint/js";
import { readdirSync } from "node:fs";
import tseslint from "typescript-eslint";

const featureRooms = readdirSync("src/features", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const vscode = { name: "vscode", message: "Only src/views and src/*.ts know VS Code: take a port instead." };
const zod = {
  name: "zod",
  message: "Foreign data is parsed in src/api/wire, src/features and src/views: bring a noun of src/protocol here.",
};
const toolkit = {
  name: "@vscode/webview-ui-toolkit",
  message: "Only webview/controls imports the toolkit, so that leaving it costs one folder.",
};
const http = ["http", "https", "node:http", "node:https", "undici"].map((name) => ({
  name,
  message: "src/api/send.ts is the only door to the network; it uses the global fetch that VS Code patched.",
}));
/** A room is entered through its `index.ts`. */
const doors = [
  {
    regex: "/api/",
    message: "src/api has one door: import it from its index.ts, and export there what is missing.",
  },
  {
    regex: String.raw`(/features/[^/]+/|^\.\./(${featureRooms.join("|")})/)`,
    message: "A room of src/features has one door: import it from its index.ts, and export there what is missing.",
  },
];
const room = (names, message) => ({ group: names.flatMap((name) => [`**/${name}`, `**/${name}/**`]), message });

const noApi = {
  regex: "/api(/|$)",
  message: "Doors ask features: only the wallet's gate reaches a paid endpoint.",
};

/** Each room with what it must not import. Direction: protocol <- api <- features <- views <- extension. */
const walls = [
  {
    files: ["src/protocol/**"],
    paths: [vscode, zod, toolkit, ...http],
    patterns: [
      room(
        ["api", "features", "views", "sample", "webview"],
        "protocol is the lowest room: it imports nothing but itself.",
      ),
      { group: ["node:*"], message: "protocol is read by the webview too: no Node." },
    ],
  },
  {
    files: ["src/api/**"],
    paths: [vscode, toolkit, ...http],
    patterns: [
      room(["features", "views", "sample", "webview"], "api speaks HTTP and the contract; it knows nothing above it."),
    ],
  },
  {
    files: ["src/features/**"],
    paths: [vscode, toolkit, ...http],
    patterns: [room(["views", "sample", "webview"], "features decide; they neither show nor serve."), ...doors],
  },
  {
    files: ["src/views/**"],
    paths: [toolkit, ...http],
    patterns: [
      room(["sample", "webview"], "views show what features decide; the sample library is started by extension.ts."),
      noApi,
      { ...doors[1], regex: "/features/[^/]+/" },
    ],
  },
  {
    files: ["src/cli/**"],
    paths: [vscode, toolkit, ...http],
    patterns: [
      room(["views", "webview"], "The command line is a door of its own: what both doors need is a feature."),
      noApi,
      doors[1],
    ],
  },
  {
    files: ["src/sample/**"],
    paths: [vscode, zod, toolkit],
    patterns: [
      room(
        ["api", "features", "views", "webview"],
        "The sample library must not mirror a mistake of ours: protocol only.",
      ),
    ],
  },
  {
    files: ["webview/**"],
    ignores: ["webview/controls/**"],
    paths: [vscode, zod, toolkit],
    patterns: [
      room(["api", "features", "views", "sample"], "The webview knows src/protocol only; all else it asks the host."),
      { group: ["node:*"], message: "The webview is a browser." },
    ],
  },
  {
    files: ["webview/controls/**"],
    paths: [vscode, zod],
    patterns: [
      room(["api", "features", "views", "sample"], "The webview knows src/protocol only; all else it asks the host."),
    ],
  },
];

const banned = [
  {
    selector: "MemberExpression[property.name=/^(innerHTML|outerHTML)$/]",
    message: "Untrusted text is text: use textContent or JSX.",
  },
  { selector: "CallExpression[callee.property.name='insertAdjacentHTML']", message: "Untrusted text is text." },
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Untrusted text is text." },
  { selector: "Property[key.name='rejectUnauthorized']", message: "Certificates are checked, always." },
  {
    selector: ":matches(AssignmentExpression[left.property.name='isTrusted'], Property[key.name='isTrusted'])",
    message: "No Markdown of ours is trusted: texts come from the service.",
  },
];
const bannedInSource = [
  ...banned,
  {
    selector: "ImportDeclaration[source.value='vscode'][importKind='value'] > ImportNamespaceSpecifier",
    message: 'esbuild copies VS Code\'s whole API for each such file: write `import vscode = require("vscode")`.',
  },
  {
    selector: "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > [kind='let']",
    message: "What changes belongs to an object that somebody makes and hands on, not to a module.",
  },
  {
    selector: "TSAsExpression:not([typeAnnotation.type='TSTypeReference'][typeAnnotation.typeName.name='const'])",
    message:
      "A cast is an unchecked promise: parse, narrow or use `satisfies`. Where no type can say it, give the reason beside a disable.",
  },
];
const jsonParse = {
  selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
  message:
    "JSON.parse rounds int64: answers are parsed in src/api/integers.ts, own files by the schema of their feature.",
};

const settings = {
  selector: "MemberExpression[property.name='getConfiguration']",
  message: "src/views/settings.ts reads settings: the person's own values, never those of a folder.",
};

export default tseslint.config(
  { ignores: ["dist/**", "out/**", ".vscode-test/**", ".engines/**", "coverage/**", "node_modules/**"] },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "no-eval": "error",
      "no-warning-comments": ["error", { terms: ["c8 ignore", "v8 ignore", "istanbul ignore"], location: "anywhere" }],
      "no-implied-eval": "off",
      "no-restricted-syntax": ["error", ...banned],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-require-imports": ["error", { allowAsImport: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["src/**/*.ts", "webview/**/*.ts", "webview/**/*.tsx"],
    rules: {
      "no-restricted-syntax": ["error", ...bannedInSource, jsonParse, settings],
      "max-lines": ["error", { max: 200, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: false, skipComments: false }],
    },
  },
  {
    files: ["src/views/settings.ts"],
    rules: { "no-restricted-syntax": ["error", ...bannedInSource, jsonParse] },
  },
  ...walls.map(({ files, ignores, paths, patterns }) => ({
    files,
    ...(ignores && { ignores }),
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { paths, patterns }] },
  })),
  {
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { require: "readonly", module: "readonly" } },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        fetch: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        AbortSignal: "readonly",
        Buffer: "readonly",
      },
    },
  },
  {
    files: ["test/**"],
    rules: {
      // node:test style floating `it` callbacks do not occur; assertions read better with non-null access.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
