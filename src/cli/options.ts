import * as z from "zod";

const text = z.string().optional();
const yes = z.boolean().optional();

/** The options of all commands, as they were typed. */
export const optionShape = z.object({
  ...{ library: text, keyFile: text, data: text, dailyBudget: text, apiVersion: text, timeout: text, json: yes },
  segment: z.array(z.string()).optional(),
  ...{ format: text, offline: yes, pages: text, maxCredits: text, out: text, fresh: yes, faster: yes, details: yes },
  ...{ platform: text, limit: text, csv: yes, port: text, moments: yes, since: text },
  ...{ knownPages: text, thumbnails: yes, ads: yes, force: yes },
});
export type Options = z.infer<typeof optionShape>;
