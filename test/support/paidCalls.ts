import { resolve } from "node:path";
import ts from "typescript";

const client = resolve("src/api/adLibrary.ts");

/** The TypeScript program of all host rooms, with more files that exist only in memory. */
export function programWith(files: Readonly<Record<string, string>>): ts.Program {
  const { config } = ts.readConfigFile("tsconfig.base.json", (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");
  const settings = { ...options, noEmit: true, composite: false, incremental: false, types: ["node"] };
  const host = ts.createCompilerHost(settings, true);
  const memory = new Map(Object.entries(files).map(([path, text]) => [resolve(path), text]));
  const disk = { ...host };
  host.fileExists = (path) => memory.has(resolve(path)) || disk.fileExists(path);
  host.readFile = (path) => memory.get(resolve(path)) ?? disk.readFile(path);
  host.getSourceFile = (path, language, onError, fresh) => {
    const text = memory.get(resolve(path));
    return text === undefined
      ? disk.getSourceFile(path, language, onError, fresh)
      : ts.createSourceFile(path, text, language, true);
  };
  const roots = ["src/extension.ts", "src/core.ts", "src/cli/main.ts", "src/cli/program.ts", ...memory.keys()];
  return ts.createProgram({ rootNames: roots, options: settings, host });
}

/**
 * The files that may open the network: the library's, that of pictures, which has no key, and that of proxies, which sends
 * nothing of its own: it leads what the other two send.
 */
const doors = new Set(["src/api/send.ts", "src/api/picture.ts", "src/cli/proxy.ts"]);

/**
 * Every use of a paid endpoint that does not pass the wallet's gate, as `file:line what`. A use is allowed if it is a
 * call with the permit that `spend` gave to the surrounding function. Only `AttemptsPermit` may make a permit, only
 * `libraryClient.ts` a client, and only the `doors` may open the network.
 */
export function paidUsesOutsideTheGate(program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker();
  const paid = paidMethods(program);
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    const name = file.fileName.replace(`${resolve(".")}/`, "");
    if (!name.startsWith("src/") || name.startsWith("src/sample/")) continue;
    const note = (node: ts.Node, what: string) =>
      found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} ${what}`);
    const visit = (node: ts.Node): void => {
      const symbol = ts.isIdentifier(node) || ts.isStringLiteral(node) ? symbolOf(node, checker) : undefined;
      if (symbol?.declarations?.some((at) => paid.has(at)) && !declares(node) && !passesTheGate(node, checker))
        note(node, node.getText(file));
      if (makesPermit(node, checker) && name !== "src/features/wallet/permit.ts") note(node, "makes a permit");
      if (isNew(node, "AdLibrary") && name !== "src/features/connection/libraryClient.ts") note(node, "makes a client");
      if (isNew(node, "OngoingCall") && name !== "src/api/adLibrary.ts") note(node, "makes a call");
      if (usesFetch(node, checker) && !doors.has(name)) note(node, "opens a door to the network");
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function paidMethods(program: ts.Program): ReadonlySet<ts.Node> {
  const paid = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    // A method is paid if it takes a permit.
    if (ts.isMethodDeclaration(node) && node.parameters.some(({ name }) => name.getText() === "permit")) paid.add(node);
    ts.forEachChild(node, visit);
  };
  visit(program.getSourceFile(client)!);
  if (paid.size !== 2) throw new Error(`The client has ${paid.size} paid methods; this rule was written for 2.`);
  return paid;
}

function symbolOf(node: ts.Identifier | ts.StringLiteral, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node)
    return checker.getTypeAtLocation(parent.parent).getProperty(node.text);
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
    return checker.getTypeAtLocation(parent.expression).getProperty(node.text);
  return ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
}

const declares = ({ parent }: ts.Node) => ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent);

/**
 * Whether this is `api.search(…, permit, …)` inside a function whose first parameter is that permit and which is passed
 * to the wallet's `spend`.
 */
function passesTheGate(name: ts.Node, checker: ts.TypeChecker): boolean {
  const call = name.parent.parent;
  if (!ts.isPropertyAccessExpression(name.parent) || !ts.isCallExpression(call) || call.expression !== name.parent)
    return false;
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) continue;
    const [permit] = node.parameters;
    const given = permit && checker.getSymbolAtLocation(permit.name);
    const passed = call.arguments.some(
      (argument) => ts.isIdentifier(argument) && given && checker.getSymbolAtLocation(argument) === given,
    );
    const gate = node.parent;
    if (passed && ts.isCallExpression(gate) && isWalletsSpend(gate.expression, checker)) return true;
  }
  return false;
}

function isWalletsSpend(callee: ts.Expression, checker: ts.TypeChecker): boolean {
  const found = ts.isPropertyAccessExpression(callee) ? checker.getSymbolAtLocation(callee.name) : undefined;
  return Boolean(
    found?.name === "spend" &&
    found.declarations?.some((at) => at.getSourceFile().fileName.includes("/features/wallet/")),
  );
}

/** Whether a class or an object could serve as a permit. */
function makesPermit(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isClassDeclaration(node) && !ts.isClassExpression(node) && !ts.isObjectLiteralExpression(node)) return false;
  const type = checker.getTypeAtLocation(node);
  return ["beforeAttempt", "afterAttempt"].every((name) => type.getProperty(name) !== undefined);
}

const isNew = (node: ts.Node, name: string) => ts.isNewExpression(node) && node.expression.getText() === name;

function usesFetch(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isStringLiteral(node)) return /^(node:)?(https?|http2|net|tls|undici)$/.test(node.text) && isImport(node);
  if (!ts.isIdentifier(node) || node.text !== "fetch" || ts.isTypeQueryNode(node.parent)) return false;
  const declared = checker.getSymbolAtLocation(node)?.declarations ?? [];
  return declared.some((at) => at.getSourceFile().isDeclarationFile);
}

const isImport = ({ parent }: ts.Node) => ts.isImportDeclaration(parent) || ts.isCallExpression(parent);
