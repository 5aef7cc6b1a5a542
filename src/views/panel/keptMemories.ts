import type { Memento } from "vscode";
import type { PanelMemory } from "../../protocol/panel";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { panelMemory } from "./params";

/** The latest memories of explorers and archives, by library and platform: a closed one comes back as it was. */
export class KeptMemories {
  constructor(
    private readonly store: Memento,
    /** The name of the connected library and version; throws if none is connected. */
    private readonly library: () => string,
  ) {}

  /** Undefined if nothing was kept that this version can read. */
  read(platform: PlatformToken): PanelMemory | undefined {
    return this.at(this.nameOf(platform));
  }

  /** What the archive's panel last remembered of the connected library. */
  archive(): PanelMemory | undefined {
    return this.at(this.nameOf("archive"));
  }

  /** The newer of a panel's own memory and the one kept of the same panel, even if its platform was switched since. */
  ofPanel(own: PanelMemory | undefined): PanelMemory | undefined {
    if (own?.panel === undefined) return own;
    const kept = platforms.flatMap(({ token }) => this.read(token) ?? []).filter(({ panel }) => panel === own.panel);
    return kept.reduce((last, one) => ((one.at ?? 0) > (last.at ?? 0) ? one : last), own);
  }

  /** The latest memory of any platform not named. */
  newest(without: readonly PlatformToken[]): PanelMemory | undefined {
    const kept = platforms.flatMap(({ token }) => (without.includes(token) ? [] : (this.read(token) ?? [])));
    return kept.reduce<PanelMemory | undefined>(
      (last, one) => ((one.at ?? 0) > (last?.at ?? -1) ? one : last),
      undefined,
    );
  }

  async keep(memory: PanelMemory): Promise<void> {
    const name = this.nameOf(memory.archive ? "archive" : memory.platform, memory.library);
    if (name !== undefined) await this.store.update(name, memory);
  }

  private at(name: string | undefined): PanelMemory | undefined {
    return name === undefined ? undefined : panelMemory.optional().catch(undefined).parse(this.store.get(name));
  }

  private nameOf(panel: PlatformToken | "archive", library?: string): string | undefined {
    try {
      return ["explorer", library ?? this.library(), panel].join("\n");
    } catch {
      return undefined;
    }
  }
}
