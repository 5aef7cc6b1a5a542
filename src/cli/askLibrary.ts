import { checkPlatforms } from "../features/connection";
import { errorCode } from "../features/disk";
import { toldFilter, toldItem } from "../features/forms";
import type { Filter } from "../protocol/filters";
import type { PlatformToken } from "../protocol/platforms";
import { exitCodes, UsageError } from "./exitCodes";
import { counted, printable } from "./screen";
import { type Action, wholeNumber } from "./session";

/** `doctor`: asks the free filter route of every platform. */
export const checkConnection: Action = async ({ session, screen, signal }, { json }) => {
  const { engine, settings } = session;
  const client = await engine.clients.current();
  const ask = (platform: PlatformToken) => engine.forms.fetch(client, platform, signal);
  const found = await checkPlatforms(ask, settings.segments, "terminal");
  if (json) {
    screen.json(
      found.map(({ platform, works, segment, ms, words }) => ({ platform: platform.token, segment, works, ms, words })),
    );
  } else {
    screen.table(found.map(({ platform, works, words }) => [works ? "✓" : "✗", platform.label, printable(words)]));
  }
  return found.every(({ works }) => works) ? exitCodes.done : exitCodes.problems;
};

/** `filters`: prints the filters of a platform, or the items of one filter. */
export const showFilters: Action = async ({ session, screen, signal }, { json }, [name = "", key, text = ""]) => {
  const { engine } = session;
  const platform = session.platform(name);
  const { filters } = await engine.forms.form(platform);
  if (key === undefined) {
    if (json) screen.json(filters.map(toldFilter));
    else screen.table(filters.map((filter) => [filter.key, printable(filter.label ?? ""), kindOf(name, filter)]));
    return exitCodes.done;
  }
  const filter = filters.find((each) => each.key === key);
  if (!filter)
    throw new UsageError(`${name} has no filter ${key}. Filters: ${filters.map((each) => each.key).join(", ")}.`);
  const wanted = text.toLowerCase();
  const items =
    filter.itemsFrom === undefined
      ? filter.items.filter(({ label }) => (label ?? "").toLowerCase().includes(wanted))
      : await engine.forms.items(platform, filter.itemsFrom, text, signal);
  if (json) screen.json(items.map(toldItem));
  else screen.table(items.map((item) => [item.key, printable(item.label ?? "")]));
  if (items.length === 0)
    screen.note(text === "" ? `${key} has no items.` : `No item of ${key} matches ${printable(text)}.`);
  return exitCodes.done;
};

function kindOf(platform: string, { key, componentName, items, itemsFrom, min, max }: Filter): string {
  if (itemsFrom !== undefined) return `${componentName}; for its items: ad-library filters ${platform} ${key} TEXT`;
  if (items.length > 0) return `${componentName}, ${counted(items.length, "item")}`;
  return min === undefined && max === undefined ? componentName : `${componentName}, ${min ?? "…"} to ${max ?? "…"}`;
}

/** `sample`: serves the sample library until it is stopped. The only line on stdout has its URL and key. */
export const serveSample: Action = async ({ screen, signal }, { port = "0", moments = false }) => {
  const { namingPath, startSampleLibrary } = await import("../sample");
  const number = wholeNumber("--port", port);
  if (number > 65_535) throw new UsageError(`--port must be at most 65535, not ${port}.`);
  const sample = await startSampleLibrary({ port: number, moments }).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(`Port ${port} can't be used (${code}). Choose another one with --port, or omit it.`);
  });
  screen.json({ url: `${sample.url}${namingPath}`, key: sample.key });
  screen.note(
    "Connected by this URL, it counts as a library of yours, within your limits. With --library sample:, nothing counts.",
  );
  await new Promise((stopped) => signal.addEventListener("abort", stopped, { once: true }));
  await sample.close();
  return exitCodes.done;
};
