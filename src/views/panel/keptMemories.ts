import type { Memento } from "vscode";
import type { PanelMemory } from "../../protocol/panel";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { panelMemory } from "./params";

/** What explorers and archives remembered last, by library and platform: one that was closed comes back as it was. */
export class KeptMemories {
  constructor(
    private readonly store: Memento,
    /** The name of the connected library and version; throws where none is connected. */
    private readonly library: () => string,
  ) {}

  /** Undefined where nothing was kept, or nothing that this version can read. */
  read(platform: PlatformToken): PanelMemory | undefined {
    return this.at(this.nameOf(platform));
  }

  /** What the archive's panel remembered last of the connected library. */
  archive(): PanelMemory | undefined {
    return this.at(this.nameOf("archive"));
  }

  /** The newer of what a panel remembers and what was kept of the same panel, maybe after its platform was switched. */
  ofPanel(own: PanelMemory | undefined): PanelMemory | undefined {
    if (own?.panel === undefined) return own;
    const kept = platforms.flatMap(({ token }) => this.read(token) ?? []).filter(({ panel }) => panel === own.panel);
    return kept.reduce((last, one) => ((one.at ?? 0) > (last.at ?? 0) ? one : last), own);
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
