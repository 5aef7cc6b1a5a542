import assert from "node:assert/strict";
import { readAdDetailV1 } from "../../../../src/api/v1/endpointsV1";
import { detailNames } from "../../../../src/api/v1/namesV1";
import { readAdDetail } from "../../../../src/api/wire/detail";
import { type ConvertedResponse, convertResponse } from "../../../../src/features/convert/convertResponse";
import { okText } from "../../../support/misbehavingReplies";
import { cardV1, detailV1, ownerByDomain, pageV1 } from "../../../support/v1Answers";

function convert(text: string): ConvertedResponse {
  const converted = convertResponse(text);
  assert.ok(typeof converted !== "string");
  return converted;
}

const parse = (text: string): unknown => JSON.parse(text);
const told = ({ changes }: ConvertedResponse) => changes.map(({ field, to, from }) => `${field} > ${to} x${from}`);

describe("V1 response to V2 names", () => {
  it("a detail answer reads the same as V2, and keeps V1-only data", () => {
    const ad = { platform: "native", id: "1" } as const;
    const text = okText(detailV1);
    const converted = convert(text);
    const { technologies, durations, domain, ...both } = readAdDetailV1(text, ad);
    const { name, monthlyVisits } = domain ?? {};
    assert.deepEqual(readAdDetail(converted.text, ad), { ...both, domain: { name, monthlyVisits } });
    assert.ok(technologies && durations);
    for (const kept of ["technologies", "durations", "daily_traffic", "expires_at"])
      assert.ok(converted.text.includes(kept), kept);
    assert.deepEqual([converted.cards, converted.details], [0, 1]);
  });

  it("reports each row of the contract's card mapping", () => {
    const card = cardV1(1, { owner: ownerByDomain, url: "https://a.example", impressions: 5, days_active: 3 });
    assert.deepEqual(told(convert(JSON.stringify([card, cardV1(2)]))), [
      ...["updated_at > last_seen x2", "is_active > active x2", "display_site_url > display_url x2"],
      ...["url > display_url x1", "ad_url > post_url x2", "owner.title > owner.name x1"],
      ...["owner.domain > owner.name, metadata x1", "owner.icon > owner.avatar_url x1"],
      "attachments[].files.main > attachments[].url x2",
      "attachments[].files.thumbnail > attachments[].thumbnail x2",
      ...["attachments[].files.youtube_id > attachments[].youtube_id x2", "engagements > stats x2"],
      ...["views > stats x2", "seen_counts > stats x2", "impressions > stats x1", "locations > metadata x2"],
      ...["placements > metadata x2", "days_active > metadata x1"],
    ]);
  });

  it("reports each field that becomes a list", () => {
    const more = { likes: 3, comments: 1, reactions: { love: 2 }, publisher_platforms: ["a"], active_days: 4 };
    const moved = told(convert(JSON.stringify(cardV1(1, more)))).filter((line) => /> (stats|metadata)/.test(line));
    for (const name of Object.keys(more))
      assert.ok(
        moved.some((line) => line.startsWith(`${name} >`)),
        name,
      );
  });

  it("reports each row of the contract's detail mapping", () => {
    assert.deepEqual(told(convert(JSON.stringify(detailV1))), [
      ...["ad > data x1", "ad_url > post_url x1", "title > card.title x1", "cta > card.cta x1"],
      ...["is_bookmarked > card.is_bookmarked x1", "owner > card.owner x1"],
      ...["attachments[].files.main > card.attachments[].url x1", "impressions > impression.total x1"],
      ...["active_days > impression.days_running x1", "first_seen_at > impression.first_seen_at x1"],
      ...["last_seen_at > impression.last_seen_at x1", "engagements > engagement_data x1"],
      ...["url_chains > url_chain x1", "domain.domain > domain.name x1"],
      "domain.monthly_traffic > domain.monthly_visit x1",
    ]);
  });

  it("reports whatever moves in a detail", () => {
    const values: Readonly<Record<string, unknown>> = {
      owner: { title: "A" },
      attachments: [{ files: { main: "https://a.example/1" } }],
      url_chains: ["https://a.example/"],
    };
    for (const name of Object.keys(detailNames)) {
      const changes = told(convert(JSON.stringify({ ad: { id: 1, [name]: values[name] ?? "5" } })));
      assert.ok(
        changes.some((change) => change.startsWith(name)),
        `${name}: ${changes.join()}`,
      );
    }
  });

  it("keeps the arrangement: one card, a list, a page, or lines", () => {
    const [one, two] = [cardV1(1), cardV1(2)];
    const single = parse(convert(JSON.stringify(one)).text);
    assert.deepEqual(parse(convert(JSON.stringify([one, two])).text), [
      single,
      parse(convert(JSON.stringify(two)).text),
    ]);
    const page = parse(convert(JSON.stringify(pageV1([one]))).text);
    assert.deepEqual(page, { ...pageV1([]), ads: [single] });
    const lines = convert(`{"about":"an export"}\n${JSON.stringify(one)}\n${JSON.stringify(two)}\n`);
    assert.deepEqual(lines.text.trim().split("\n").map(parse).slice(0, 2), [{ about: "an export" }, single]);
    assert.equal(lines.cards, 2);
  });

  it("keeps every digit, and fields that have no V2 name", () => {
    const text = JSON.stringify(cardV1(1, { colour: "blue" })).replace('"id":1,', '"id":9007199254740993,');
    const converted = convert(text).text;
    assert.match(converted, /"id": 9007199254740993,/);
    assert.match(converted, /"colour": "blue"/);
  });

  it("doesn't convert what is V2 already, or neither", () => {
    const once = convert(JSON.stringify([cardV1(1)])).text;
    for (const text of [
      once,
      "{}",
      "[]",
      "3",
      '{"ads":[]}',
      '{"id":1,"title":"x"}',
      '[[[{"id":1,"is_active":true}]]]',
    ]) {
      assert.equal(convertResponse(text), "notV1", text.slice(0, 40));
    }
    for (const text of ["", "x", "{}\nx", "[".repeat(5000) + "]".repeat(5000)]) {
      assert.equal(convertResponse(text), "notJson", text.slice(0, 40));
    }
  });
});
