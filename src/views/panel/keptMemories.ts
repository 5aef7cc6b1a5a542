import type { Memento } from "vscode";
import type { PanelMemory } from "../../protocol/panel";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { panelMemory } from "./params";

/** What explorers remembered last, by library and platform: an explorer that was closed comes back as it was. */
export class KeptMemories {
  constructor(
    private readonly store: Memento,
    /** The name of the connected library and version; throws where none is connected. */
    private readonly library: () => string,
  ) {}

  /** Undefined where nothing was kept, or nothing that this version can read. */
  read(platform: PlatformToken): PanelMemory | undefined {
    const name = this.nameOf(platform);
    return name === undefined ? undefined : panelMemory.optional().catch(undefined).parse(this.store.get(name));
  }

  /** What was kept last of the platforms that are not named. */
  newest(without: readonly PlatformToken[]): PanelMemory | undefined {
    const kept = platforms.flatMap(({ token }) => (without.includes(token) ? [] : (this.read(token) ?? [])));
    return kept.reduce<PanelMemory | undefined>(
      (last, one) => ((one.at ?? 0) > (last?.at ?? -1) ? one : last),
      undefined,
    );
  }

  async keep(memory: PanelMemory): Promise<void> {
    const name = this.nameOf(memory.platform, memory.library);
    if (name !== undefined) await this.store.update(name, memory);
  }

  private nameOf(platform: PlatformToken, library?: string): string | undefined {
    try {
      return ["explorer", library ?? this.library(), platform].join("\n");
    } catch {
      return undefined;
    }
  }
}
