import * as l10n from "@vscode/l10n";
import { useContext, useState } from "preact/hooks";
import { Icon } from "../controls/Icon";
import { KeptPictures } from "../panes";

interface ShownPicture {
  /** Absent if there is none, or neither its address nor a kept picture can be shown. */
  readonly src: string | undefined;
  /** Whether it is the kept one. */
  readonly kept: boolean;
  readonly onError: () => void;
}

/** A picture, or once its address does not answer, the one that was kept of it on this machine. */
export function usePicture(url: string | undefined): ShownPicture {
  const keptPicture = useContext(KeptPictures);
  const [found, setFound] = useState<{ readonly url: string; readonly data: string | undefined }>();
  const kept = found?.url === url ? found : undefined;
  const onError = () => {
    if (url === undefined) return;
    if (kept) setFound({ url, data: undefined });
    else void keptPicture(url).then((data) => setFound({ url, data }));
  };
  return { src: kept ? kept.data : url, kept: kept?.data !== undefined, onError };
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
