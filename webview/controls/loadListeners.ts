/**
 * Collects the `load` listeners of the modules imported after this one, for `runLoadListeners`. The toolkit reads the
 * theme on `load`, which a slow picture delays: until then it would paint its dark defaults. An event of our own would
 * do that too, but VS Code takes the first `load` for the end of the page's loading.
 */
const listeners: (() => void)[] = [];
const listen = window.addEventListener.bind(window);

window.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
) => {
  if (type !== "load") listen(type, listener, options);
  else if (typeof listener === "function") listeners.push(() => listener(new Event("load")));
  else listeners.push(() => listener.handleEvent(new Event("load")));
};

/** Runs the collected `load` listeners at once; later ones wait for the event as usual. */
export function runLoadListeners(): void {
  window.addEventListener = listen;
  for (const listener of listeners.splice(0)) listener();
}
