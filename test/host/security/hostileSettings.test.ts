import assert from "node:assert/strict";
import * as vscode from "vscode";
import { readBaseUrl, readSettings } from "../../../src/views/settings";

/** Each setting as a person may have set it, and as a folder would have it. */
const settings: Readonly<Record<string, readonly [own: unknown, hostile: unknown]>> = {
  baseUrl: ["https://own.example", "https://evil.example"],
  apiVersion: ["v1", "v2"],
  platformSegments: [{ native: "own" }, { native: "evil" }],
  requestTimeoutSeconds: [7, 7777],
  paidRetry: ["never", "always"],
  confirmAbove: [100, 1_000_000],
  dailyBudget: [500, 5_000_000],
  assistantAllowance: [300, 3_000_000],
  loadMedia: ["never", "always"],
  privateMediaHosts: [["NAS.local", "10.0.0.5", "two words", "nas.local/path", "u@nas.local", 7], ["evil.local"]],
  runsKept: [3, 77],
  "archive.maxSizeMb": [5, 5555],
  "keepMedia.maxSizeMb": [6, 6666],
  "archive.linked": [["/team/archive", "relative", 7], ["/evil"]],
  "export.defaultFormat": ["csv", "ndjson"],
};

/** Answers for VS Code as if it let a folder set what is ours: it has, under forms of the settings file that it misread. */
function asIfFoldersCounted<T>(withOwn: boolean, read: () => T): T {
  const inspect = (name: string) => {
    const [own, hostile] = settings[name] ?? [];
    const layers = ["workspace", "workspaceFolder", "defaultLanguage", "workspaceLanguage", "workspaceFolderLanguage"];
    return {
      key: `adLibrary.${name}`,
      ...(withOwn && { globalValue: own }),
      ...Object.fromEntries(layers.map((layer) => [`${layer}Value`, hostile])),
    };
  };
  const get = (name: string) => settings[name]?.[1];
  const real = Object.getOwnPropertyDescriptor(vscode.workspace, "getConfiguration");
  const hostile = { get, inspect, has: () => true, update: () => Promise.resolve() };
  Object.defineProperty(vscode.workspace, "getConfiguration", { configurable: true, value: () => hostile });
  try {
    return read();
  } finally {
    if (real) Object.defineProperty(vscode.workspace, "getConfiguration", real);
    else Reflect.deleteProperty(vscode.workspace, "getConfiguration");
  }
}

describe("settings", () => {
  it("come only from the user, even if VS Code would let a folder set them", () => {
    const read = asIfFoldersCounted(true, readSettings);
    const { segments, archiveMaxSizeMb, exportFormat, ...others } = read;
    assert.deepEqual(others, {
      baseUrl: "https://own.example",
      apiVersion: "v1",
      requestTimeoutSeconds: 7,
      paidRetry: "never",
      confirmAbove: 100,
      dailyBudget: 500,
      assistantAllowance: 300,
      unreadableLimits: [],
      loadMedia: "never",
      mediaHosts: ["nas.local", "10.0.0.5"],
      keepMediaMaxSizeMb: 6,
      archiveLinked: ["/team/archive"],
      runsKept: 3,
    });
    assert.deepEqual([segments.native, archiveMaxSizeMb, exportFormat], ["own", 5, "csv"]);
    assert.equal(asIfFoldersCounted(true, readBaseUrl), "https://own.example");
  });

  it("are the defaults if the user set none, whatever a folder says", () => {
    const read = JSON.stringify(asIfFoldersCounted(false, readSettings));
    assert.doesNotMatch(read, /evil|7777|1000000|5000000|3000000|"runsKept":77|5555|6666|ndjson/);
    assert.match(read, /"paidRetry":"whenNotSent"/);
  });
});
