// What a page costs: the time to something on the screen, and the CPU time of its main thread.
import type { Page } from "playwright-core";

/**
 * Runs in the page: holds back the answer that has this member, so that its way through the browser's tools is not measured. It
 * must listen before the page does.
 */
export const holdAnswer = (member: string) => `window.held = new Promise((done) => {
  const hold = (event) => {
    if (!event.data?.value?.${member}) return;
    removeEventListener("message", hold, true);
    event.stopImmediatePropagation();
    done(event.data);
  };
  addEventListener("message", hold, true);
})`;

/** Runs in the page: resolves once the page has nothing to do. */
export const calm = "new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done())))";

/**
 * Runs in the page: hands the answer to the panel and resolves to the time until `selector` is there and painted, in
 * ms.
 */
export const handAnswer = (selector: string) => `window.held.then((data) => new Promise((done) => {
  const look = (from) => requestAnimationFrame(() => {
    if (!document.querySelector(${JSON.stringify(selector)})) return look(from);
    setTimeout(() => done(performance.now() - from));
  });
  // A task of its own: what the tools run themselves is not booked as the page's.
  setTimeout(() => {
    look(performance.now());
    dispatchEvent(new MessageEvent("message", { data }));
    // What the page itself does not keep of the answer is nothing of its heap.
    delete window.held;
  });
}))`;

/** The CPU time that the page's main thread spends on a work until the next painted frame, in ms. */
export async function cpu(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await spent();
  await work();
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  const after = await spent();
  await session.detach();
  return after - before;
}
