import vscode = require("vscode");
import * as z from "zod";
import type { SearchQuery } from "../../protocol/search";
import type { AdPanel } from "../panel/adPanel";
import { type Agreed, agreedBody, LinkedFile, type LinkSurroundings } from "./linkedFile";

const storeKey = "linkedFiles";
const keptLinks = z.record(z.string(), z.array(z.string()));

/** Links explorers to search files, and links those again that VS Code restores. */
export class FileLinks {
  constructor(
    private readonly around: LinkSurroundings,
    private readonly store: vscode.Memento,
  ) {}

  link(panel: AdPanel, uri: vscode.Uri, query: SearchQuery): void {
    const { search } = this.around;
    const linked = this.linked(panel, uri, []);
    panel.link(linked);
    void linked.agreeOn(agreedBody(search, query));
  }

  /**
   * For an explorer that VS Code has restored. Whichever was edited meanwhile, file or form, updates the other; a form
   * that starts over is filled from the file.
   */
  again(panel: AdPanel): void {
    const found = Object.entries(this.kept).find(([, [body]]) => body?.startsWith(`${panel.session.platform} `));
    if (!found) return;
    const [file, agreed] = found;
    const linked = this.linked(panel, vscode.Uri.parse(file), panel.remembers ? agreed : [], !panel.remembers);
    panel.link(linked);
    void linked.catchUp().catch((error: unknown) => this.around.onFailure("link", error));
  }

  private get kept(): Readonly<Record<string, Agreed>> {
    return keptLinks.catch({}).parse(this.store.get(storeKey));
  }

  private linked(panel: AdPanel, uri: vscode.Uri, agreed: Agreed, fillFirst = false): LinkedFile {
    const keep = (now: Agreed | undefined) => {
      const file = uri.toString();
      const others = Object.fromEntries(Object.entries(this.kept).filter(([name]) => name !== file));
      const kept = this.store.update(storeKey, now ? { ...others, [file]: now } : others);
      kept.then(undefined, (error: unknown) => this.around.onFailure("link", error));
    };
    return new LinkedFile(uri, agreed, { ...this.around, panel, fillFirst, keep });
  }
}
