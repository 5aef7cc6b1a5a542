import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import { Icon } from "../controls/Icon";
import { usePage } from "../panes";

/** A picture, or once its address does not answer, the one that was kept of it on this machine. */
export function usePicture(url: string | undefined) {
  const { session } = usePage();
  const [found, setFound] = useState<{ readonly url: string; readonly data: string | undefined }>();
  const [arrived, setArrived] = useState<string>();
  const kept = found?.url === url ? found : undefined;
  /** Absent if there is none, or neither its address nor a kept picture can be shown. */
  const src = kept ? kept.data : url;
  const onError = () => {
    if (url === undefined) return;
    if (kept) setFound({ url, data: undefined });
    else void session.keptPicture(url).then((data) => setFound({ url, data }));
  };
  /** Whether it is on its way. */
  const waiting = src !== undefined && src !== arrived;
  return { src, kept: kept?.data !== undefined, waiting, onLoad: () => setArrived(src), onError };
}

/** What is seen in place of a picture that takes long to come; in a small one, without words. */
export function WaitingPicture({ small }: { readonly small?: true }) {
  return (
    <span class="picture-waiting column muted smaller" aria-hidden="true">
      <Icon name="file-media" />
      {!small && l10n.t("Loading image…")}
    </span>
  );
}

export const keptWords = () => l10n.t("Kept picture: its address no longer answers.");

/** Says that a picture is a kept one. */
export function KeptMark() {
  return (
    <span class="card-kept" title={keptWords()}>
      <Icon name="archive" /> {l10n.t("Kept picture")}
    </span>
  );
}
