import assert from "node:assert/strict";
import fc from "fast-check";
import {
  apiKeyProblemText,
  isApiKeyProblem,
  parseApiKey,
  secretName,
} from "../../../../src/features/connection/apiKey";
import {
  type BaseUrlProblem,
  baseUrlProblemText,
  isBaseUrlProblem,
  parseBaseUrl,
  withoutVersion,
} from "../../../../src/features/connection/baseUrl";

describe("parseBaseUrl", () => {
  const good: readonly (readonly [text: string, base: string, shortened?: boolean])[] = [
    ["https://api.example.com", "https://api.example.com"],
    ["  https://api.example.com/  ", "https://api.example.com"],
    ["https://api.example.com:443/lib//", "https://api.example.com/lib"],
    ["https://API.example.com:8443/a/b/", "https://api.example.com:8443/a/b"],
    ["https://api.example.com/a?x=1#y", "https://api.example.com/a", true],
    ["https://api.example.com/a?", "https://api.example.com/a", true],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://api.example.com/a/../../b", "https://api.example.com/b"],
    ["http://localhost:8080/", "http://localhost:8080"],
    ["http://127.0.0.1:1", "http://127.0.0.1:1"],
    ["http://127.1", "http://127.0.0.1"],
    ["http://[::1]:9/x", "http://[::1]:9/x"],
    ["sample:", "sample:"],
    [" SAMPLE: ", "sample:"],
  ];
  for (const [text, base, shortened = false] of good) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseBaseUrl(text), { text: base, sample: base === "sample:", shortened });
    });
  }

  const bad: readonly (readonly [text: string, problem: BaseUrlProblem])[] = [
    ["", "empty"],
    [" \n", "empty"],
    [`https://api.example.com/${"a".repeat(2048)}`, "tooLong"],
    ["api.example.com", "notAUrl"],
    ["localhost:8080", "notAUrl"],
    ["https:api.example.com", "notAUrl"],
    ["https://", "notAUrl"],
    ["sample:other", "notAUrl"],
    ["javascript:alert(1)", "notAUrl"],
    ["//api.example.com", "notAUrl"],
    ["ftp://api.example.com", "notHttps"],
    ["file:///etc/passwd", "notHttps"],
    ["vscode://api.example.com", "notHttps"],
    ["http://api.example.com", "httpNotLoopback"],
    ["http://192.0.2.1", "httpNotLoopback"],
    ["http://localhost.example.com", "httpNotLoopback"],
    ["http://ads.localhost", "httpNotLoopback"],
    ["http://notlocalhost", "httpNotLoopback"],
    ["http://127.0.0.1.example.com", "httpNotLoopback"],
    ["http://0.0.0.0", "httpNotLoopback"],
    ["https://user@api.example.com", "userInfo"],
    ["https://user:secret@api.example.com", "userInfo"],
    ["https://@api.example.com", "userInfo"],
    ["https://api.example.com@evil.example", "userInfo"],
    ["http://127.0.0.1@evil.example", "userInfo"],
  ];
  for (const [text, problem] of bad) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}: ${problem}`, () => {
      assert.equal(parseBaseUrl(text), problem);
      assert.notEqual(baseUrlProblemText(problem), "");
    });
  }

  it("never throws, and accepts its own output unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (text) => {
        const result = parseBaseUrl(text);
        if (isBaseUrlProblem(result)) return;
        assert.deepEqual(parseBaseUrl(result.text), { ...result, shortened: false });
      }),
    );
  });
});

describe("withoutVersion", () => {
  const bareOf = (text: string) => {
    const url = parseBaseUrl(text);
    const bare = isBaseUrlProblem(url) ? undefined : withoutVersion(url);
    return bare && [bare.url.text, bare.version];
  };

  it("offers a base URL without its trailing version", () => {
    assert.deepEqual(bareOf("https://api.example.com/v2/"), ["https://api.example.com", "v2"]);
    assert.deepEqual(bareOf("https://api.example.com/lib/V1"), ["https://api.example.com/lib", "v1"]);
    assert.deepEqual(bareOf("https://a.example/v2/ads/tiktok/search"), ["https://a.example", "v2"]);
    assert.deepEqual(bareOf("https://a.example/lib/v1/tiktok/ads"), ["https://a.example/lib", "v1"]);
    for (const text of [
      "https://a.example/v2/own",
      "https://api.example.com",
      "https://v2.example.com",
      "https://a.example/v3",
      "sample:",
    ])
      assert.equal(bareOf(text), undefined, text);
  });
});

describe("parseApiKey", () => {
  const cases = [
    ["", "empty"],
    [" \t\n", "empty"],
    ["a b", "innerSpace"],
    ["a\r\nx-evil: 1", "innerSpace"],
    ["a\u00a0b", "innerSpace"],
    ["ключ", "notPrintable"],
    ["a\u0000b", "notPrintable"],
    ["a\u200bb", "notPrintable"],
    ["k".repeat(513), "tooLong"],
  ] as const;
  for (const [text, problem] of cases) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}: ${problem}`, () => assert.equal(parseApiKey(text), problem));
  }

  it("trims", () => assert.deepEqual(parseApiKey("  k3y=\n"), { key: "k3y=" }));

  it("accepts only what fits into a header, and never names the key in a problem", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 8, maxLength: 600 }), (text) => {
        const result = parseApiKey(text);
        if (isApiKeyProblem(result)) assert.ok(!apiKeyProblemText(result).includes(text));
        else assert.equal(new Headers({ "x-api-key": result.key }).get("x-api-key"), result.key);
      }),
    );
  });

  it("is stored under its library", () =>
    assert.equal(secretName("https://a.example/de"), "adLibrary.key:https://a.example/de"));
});
