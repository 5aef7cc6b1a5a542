// Type-checked lint. The walls between rooms are in .dependency-cruiser.mjs.
import js from "@eslint/js";
import tseslint from "typescript-eslint";

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
    selector:
      ":matches(NewExpression[callee.name='AdLibraryError'], CallExpression[callee.name=/^(amended|badAnswer|failed)$/]) " +
      "CallExpression[callee.property.name=/^(slice|substring|substr|subarray|at|charAt)$/]",
    message: "A clip through the key hides it from the redactor: give the whole text, or Redactor.excerpt's.",
  },
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
const decoding = {
  selector:
    ":matches(CallExpression[callee.name=/^readFile(Sync)?$/][arguments.length>1], NewExpression[callee.name='TextDecoder'])",
  message:
    "Bytes that are no text must not become one: readText, decoded, or roughlyDecoded (src/features/text/bytes).",
};
const jsonParse = {
  selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
  message:
    "JSON.parse rounds int64: answers are parsed in src/api/integers.ts, own files by the schema of their feature.",
};

const jsonWriter = {
  selector: "CallExpression[callee.object.name='JSON'][callee.property.name='stringify']",
  message:
    "JSON.stringify throws at an int64, or gets it rounded: writeExact (src/protocol/exactJson.ts) writes every digit.",
};

const ownLanguage = {
  selector:
    "CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]:matches([arguments.length=0], [arguments.0.type='Identifier'][arguments.0.name='undefined']), " +
    "NewExpression[callee.object.name='Intl'][callee.property.name!='Segmenter'][arguments.0.type='Identifier'][arguments.0.name='undefined']",
  message: "The browser's language may differ from the page's: formatNumber, or locale() (webview/charts).",
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
      "no-restricted-syntax": ["error", ...bannedInSource, jsonParse, decoding, settings],
      "max-lines": ["error", { max: 400, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: false, skipComments: false }],
    },
  },
  {
    files: ["webview/**/*.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", ...bannedInSource, jsonParse, decoding, settings, ownLanguage] },
  },
  {
    files: ["src/{api,cli,features,protocol,views}/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...bannedInSource, jsonParse, jsonWriter, decoding, settings] },
  },
  {
    files: ["src/views/settings.ts"],
    rules: { "no-restricted-syntax": ["error", ...bannedInSource, jsonParse, jsonWriter, decoding] },
  },
  {
    files: ["src/features/text/bytes.ts", "src/api/send.ts"],
    rules: { "no-restricted-syntax": ["error", ...bannedInSource, jsonParse, jsonWriter, settings] },
  },
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
