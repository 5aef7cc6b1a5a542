/** What a process stores, to be looked for after it was killed. */
import { okText } from "../../../support/misbehavingReplies";
export const writtenAddress = (name: string) =>
  ({ origin: "https://ads.example", version: "v2", platform: "native", body: JSON.stringify({ name }) }) as const;
export const writtenText = (name: string, page: number) => okText({ ads: [], name, page, x: "y".repeat(3000 + page) });
