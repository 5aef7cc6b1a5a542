import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { looksLikeV1, readRequestV1, shellWords } from "../../../../src/features/convert/requestText";

const body = '{"orderby":"oldest","gender":[9007199254740993]}';
const parsedBody = { orderby: "oldest", gender: [9007199254740993n] };

describe("reading a V1 request", () => {
  const commands: (readonly [string, string])[] = [
    ["--data-raw", `curl --request POST 'https://a.example/v1/display/ads/search' --data-raw '${body}'`],
    ["-d before the address", `curl -d '${body}' https://a.example/v1/display/ads/search`],
    [
      "lines",
      `curl -X POST \\\n  "https://a.example/v1/display/ads/search" \\\n -H 'x-api-key: K' \\\n --json '${body}'`,
    ],
    ["--data=…", `curl --url https://a.example/v1/display/ads/search --data='${body}'`],
    ["-d without a space", `curl https://a.example/v1/display/ads/search -d'${body}'`],
    ["double quotes", `curl "https://a.example/v1/display/ads/search" --data-binary ${JSON.stringify(body)}`],
    ["$'…'", `curl https://a.example/v1/display/ads/search --data-raw $'${body}'`],
    [
      "a referer that is an address",
      `curl -H 'referer: https://b.example' -e https://b.example/v1/x/ads/search https://a.example/v1/display/ads/search -d '${body}'`,
    ],
    ["a path behind a prefix, in a variable", `$ curl "$BASE/api/v1/display/ads/search" -d '${body}' | jq .`],
  ];
  const cmd = (text: string) => `^"${text.replace(/"/g, '^\\^"').replace(/[{}[\]&%]/g, "^$&")}^"`;
  const [at, old] = ["https://a.example/v1/display/ads/search", JSON.stringify(body)];
  commands.push(
    [
      "cmd, as Chromium copies it",
      `curl ^${cmd(at)} ^\r\n  -X ^"POST^" ^\r\n  -H ^"a: b^" ^\r\n  --data-raw ${cmd(body)} | more`.replace("^^", "^"),
    ],
    ["cmd, with quotes", `C:\\Users\\me>curl "${at}" ^\n  -H "a: b" ^\n  --data-raw ${old}`],
    ["cmd, with doubled quotes", `curl.exe "${at}" -d "${body.replaceAll('"', '""')}"`],
    ["curl.exe", `PS C:\\> curl.exe ${at} -d '${body}'`],
    ["flags that stand together", `curl -sSLd '${body}' -kXPOST ${at} -Hx:https://b.example/v1/x/ads/search`],
    ["a flag before the address", `curl -k ${at} -sd'${body}'`],
    ["a prompt with a name", `me@host:~/ads (main)$ curl ${at} -d '${body}'`],
    ["another prompt", `% /usr/bin/curl ${at} -d '${body}'`],
    ["variables, and a program that runs it", `KEY=1 time curl ${at} -d '${body}'`],
    ["curl.exe in Windows' PowerShell", `curl.exe ${at} -d '${body.replaceAll('"', '\\"')}'`],
    ["a here-document", `curl ${at} --json @- <<'EOF'\n${body}\nEOF\n`],
    ["two parts", `curl ${at} --json '${body.slice(0, 9)}' --json '${body.slice(9)}'`],
  );
  for (const [name, command] of commands) {
    it(`cURL: ${name}`, () => {
      assert.deepEqual(readRequestV1(command), { platform: "display", keyInUrl: false, body: parsedBody });
    });
  }

  it("recognizes and drops a key in the URL", () => {
    const request = readRequestV1(`curl 'https://a.example/v1/display/ads/search?api_key=SECRET' -d '${body}'`);
    assert.deepEqual(request, { platform: "display", keyInUrl: true, body: parsedBody });
  });

  it("a JSON body", () => {
    assert.deepEqual(readRequestV1(`\n ${body} `), { keyInUrl: false, body: parsedBody });
  });

  it("says what is wrong with other texts", () => {
    const at = "https://a.example/v1/display";
    assert.equal(readRequestV1(""), "notJson");
    assert.equal(readRequestV1("{"), "notJson");
    assert.equal(readRequestV1("[1]"), "notAnObject");
    assert.equal(readRequestV1("null"), "notAnObject");
    assert.equal(readRequestV1(`{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`), "notAnObject");
    assert.equal(readRequestV1(`curl ${at}/ads/5`), "otherRoute");
    for (const command of [
      "Invoke-WebRequest -Uri",
      "irm",
      "iwr",
      "$session = New-Object x\nInvoke-WebRequest",
      "curl -Method POST -Uri",
    ])
      assert.equal(readRequestV1(`${command} "${at}/ads/search" -Body "{}"`), "powerShell");
    assert.equal(readRequestV1(`curl.exe \`\r\n ${at}/ads/search \`\r\n -d '{}'`), "powerShell");
    assert.equal(readRequestV1(`curl ${at}/ads/search`), "noBody");
    assert.equal(readRequestV1(`curl ${at}/ads/search -d '{}' -d 'a=1'`), "notJson");
    for (const option of ["--data-urlencode", "--form", "--form-string", "-F"])
      for (const words of [`${option} '${body}'`, option === "-F" ? `-sF'${body}'` : `${option}='${body}'`])
        assert.equal(readRequestV1(`curl ${at}/ads/search ${words}`), option);
    // The last one begins many here-documents, none of which ends: reading to the end for each would take minutes.
    for (const file of ["@body.json", "@- < body.json", `@- ${"<<ab\n".repeat(300_000)}`])
      assert.equal(readRequestV1(`curl ${at}/ads/search -d ${file}`), "bodyInFile");
    assert.equal(readRequestV1(`curl ${at}/ads/search -d a=b`), "notJson");
    assert.equal(readRequestV1(`curl https://a.example/v2/ads/display/search -d '${body}'`), "isV2");
  });

  it("treats a member called __proto__ like any other", () => {
    const request = readRequestV1('{"__proto__":{"a":1},"gender":[1]}');
    assert.ok(typeof request !== "string");
    assert.deepEqual(Object.keys(request.body), ["__proto__", "gender"]);
  });
});

describe("words of a shell command", () => {
  const commands = [
    `printf '%s\\0' a 'b c' "d \\"e\\" \\$f" g\\ h i"j"'k' "l\\\nm" \\\n n`,
    `printf '%s\\0' 'it'\\''s' "" '' "a\\zb" '\\n'`,
    `printf '%s\\0' 'a|b' "c;d&e" f#g`,
  ];
  for (const command of commands) {
    it(`are those of sh: ${command.replaceAll("\n", "↵")}`, () => {
      const told = execFileSync("sh", ["-c", command], { encoding: "utf8" }).split("\0").slice(0, -1);
      assert.deepEqual(shellWords(command).slice(2), told);
    });
  }
  it("end at the first operator", () => {
    assert.deepEqual(shellWords("curl 'a|b' c | jq . > x"), ["curl", "a|b", "c"]);
    assert.deepEqual(shellWords("curl $'a\\n\\'\\u0041\\x42' $X"), ["curl", "a\n'AB", "$X"]);
  });
  it("an open quote ends the words, quickly", () => {
    assert.deepEqual(shellWords("curl 'abc"), ["curl"]);
    assert.ok(shellWords(`curl ${"a\\ ".repeat(50_000)}'`).length <= 2);
  });
});

describe("what looks like V1", () => {
  const rows: readonly (readonly [string, ReturnType<typeof looksLikeV1>])[] = [
    ['{"orderby":"oldest"}', "request"],
    ['{ "api_key": "x", "gender": [1] }', "request"],
    ['{"api_key":"x"}', undefined],
    ['{"name":"package","version":"1"}', undefined],
    ['{"advanced_order":{"orderby":"newest","order":"desc"}}', undefined],
    ["curl https://a.example/v1/display/ads/search -d '{}'", "request"],
    ["curl https://a.example/v2/ads/display/search -d '{}'", undefined],
    ['[{"id":1,"attachments":[{"files":{"main":"x"}}]}]', "response"],
    ['{"data":{"data":{"ad":{"id":1},"url_chains":[]}}}', "response"],
    ['{"id":1,"attachments":[{"url":"x"}]}', undefined],
    ['{"files":["main"]}', undefined],
    ["", undefined],
    ["orderby", undefined],
  ];
  for (const [text, is] of rows) it(`${text} : ${is}`, () => assert.equal(looksLikeV1(text), is));
  it("a JSON text that has a command in it is no command", () => {
    assert.equal(looksLikeV1('{"a":"$ curl /v1/x/ads/search"}'), undefined);
    for (const text of ["a=".repeat(900_000), `$ ${"/".repeat(900_000)}`, "$ ".repeat(500_000)])
      assert.equal(readRequestV1(text), "notJson");
  });
  it("nothing that is very long", () => {
    assert.equal(looksLikeV1(`{"orderby":"oldest","a":"${"x".repeat(3_000_000)}"}`), undefined);
  });
});
