import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import * as z from "zod";

/** Their English texts are their keys in `l10n`. */
const languages = ["de", "es", "fr", "ja", "pt-br", "zh-cn"];
const textsIn = (file: string) => z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));

/** The key of a text: itself, or with the comment that tells it from the same words elsewhere. */
function keyOf(text: ts.Expression | undefined): string | undefined {
  if (text && ts.isStringLiteralLike(text)) return text.text;
  if (!text || !ts.isObjectLiteralExpression(text)) return undefined;
  const members = new Map(
    text.properties.map((each) => [each.name?.getText(), ts.isPropertyAssignment(each) ? each.initializer : undefined]),
  );
  const [message, comment] = [members.get("message"), members.get("comment")];
  if (!message || !comment || !ts.isStringLiteralLike(message) || !ts.isArrayLiteralExpression(comment))
    return undefined;
  return `${message.text}/${comment.elements.map((part) => (ts.isStringLiteralLike(part) ? part.text : "")).join("")}`;
}

/** The English texts of `l10n.t("…")` in the editor's sources; the terminal speaks English. */
function englishTexts(): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const file of ["src", "webview"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )) {
    if (!/\.tsx?$/.test(file) || /^src.(cli|sample)/.test(file)) continue;
    const source = readFileSync(file, "utf8");
    if (!source.includes("l10n.t(")) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /(^|\.)l10n\.t$/.test(node.expression.getText())) {
        const key = keyOf(node.arguments[0]);
        assert.ok(key, `${file}: ${node.getText()} has no plain text`);
        texts.add(key);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  }
  return texts;
}

/** What a translation may move, but not change. */
const fixed = /\{\d+\}|\$\([a-z-]+\)|`[^`]*`|\]\([^)]*\)|adLibrary(?:\.\w+)+/g;
const fixedIn = (text: string) => (text.match(fixed) ?? []).sort();

function assertTranslated(own: Readonly<Record<string, string>>, english: Readonly<Record<string, string>>): void {
  assert.deepEqual(Object.keys(own).sort(), Object.keys(english).sort());
  for (const [key, text] of Object.entries(own)) {
    assert.ok(text.trim() !== "", `${key} is empty`);
    assert.deepEqual(fixedIn(text), fixedIn(english[key] ?? ""), `${key}: ${text}`);
  }
}

describe("translations", () => {
  const english = Object.fromEntries([...englishTexts()].map((text) => [text, text]));
  for (const language of languages) {
    it(`have every text of the editor, with its placeholders (${language})`, () => {
      const own = textsIn(`l10n/bundle.l10n.${language}.json`);
      assertTranslated(own, english);
      assert.equal(own.en?.toLowerCase(), language);
    });

    it(`have every command and setting (${language})`, () => {
      assertTranslated(textsIn(`package.nls.${language}.json`), textsIn("package.nls.json"));
    });
  }

  it("are written one way: French spaces that don't break, and one form of address in Chinese", () => {
    for (const [language, wrong] of [
      ["fr", / [:;?!»]|« |’/],
      ["zh-cn", /您|\p{Script=Han}[,:;?!]/u],
    ] as const)
      for (const file of [`l10n/bundle.l10n.${language}.json`, `package.nls.${language}.json`])
        assert.deepEqual(
          Object.values(textsIn(file)).filter((text) => wrong.test(text)),
          [],
        );
  });

  it("are of the languages that the package has", () => {
    const named = readdirSync("l10n").map((name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1]);
    assert.deepEqual(named.sort(), languages);
  });
});
