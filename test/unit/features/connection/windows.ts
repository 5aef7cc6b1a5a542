import { Connection } from "../../../../src/features/connection/connection";
import type { SecretPort } from "../../../../src/features/connection/keyring";
import type { ApiVersion } from "../../../../src/protocol/apiVersion";

type Listener<T> = (value: T) => void;

/** One emitter of VS Code's kind. */
function emitter<T>() {
  const listeners = new Set<Listener<T>>();
  return {
    on: (listener: Listener<T>) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    fire: (value: T) => listeners.forEach((listener) => listener(value)),
    count: () => listeners.size,
  };
}

/** The secret storage and the setting that all windows of a person share. `secrets.broken` makes the storage misbehave. */
export function machine(baseUrl = "") {
  const kept = new Map<string, string>();
  const changedSecret = emitter<string>();
  const changedSetting = emitter<void>();
  const setting: { baseUrl: string; apiVersion: ApiVersion } = { baseUrl, apiVersion: "v2" };
  const state: { broken?: "throws" | "hangs" | "forgets"; reads: number; starts: number } = { reads: 0, starts: 0 };

  const faulty = async <T>(work: () => T, forgotten: T): Promise<T> => {
    await Promise.resolve();
    if (state.broken === "throws") throw new Error(`no keyring for ${[...kept.values()].join()}`);
    if (state.broken === "hangs") return new Promise<T>(() => undefined);
    return state.broken === "forgets" ? forgotten : work();
  };
  const secrets: SecretPort = {
    get: (name) => {
      state.reads += 1;
      return faulty<string | undefined>(() => kept.get(name), "");
    },
    store: (name, value) =>
      faulty(() => {
        kept.set(name, value);
        changedSecret.fire(name);
      }, undefined),
    delete: (name) =>
      faulty(() => {
        kept.delete(name);
        changedSecret.fire(name);
      }, undefined),
    names: () => [...kept.keys()],
    onDidChange: changedSecret.on,
  };
  const write = (text: string) => {
    setting.baseUrl = text;
    changedSetting.fire();
  };
  const writeVersion = (version: ApiVersion) => {
    setting.apiVersion = version;
    changedSetting.fire();
  };
  const openWindow = (startSample = () => Promise.resolve({ url: "http://127.0.0.1:4711/", key: "sample-key" })) =>
    new Connection({
      secrets,
      baseUrl: {
        read: () => setting.baseUrl,
        write: (text) => Promise.resolve(write(text)),
        onDidChange: changedSetting.on,
      },
      apiVersion: { read: () => setting.apiVersion, write: (version) => Promise.resolve(writeVersion(version)) },
      startSample: () => {
        state.starts += 1;
        return startSample();
      },
      secretPatienceMs: 20,
    });
  const listening = () => changedSecret.count() + changedSetting.count();
  return { kept, setting, write, writeVersion, state, openWindow, listening };
}

/** Resolves when the connection's next change is told. */
export function nextChange(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const subscription = connection.onChanged(() => {
      subscription.dispose();
      resolve();
    });
  });
}
