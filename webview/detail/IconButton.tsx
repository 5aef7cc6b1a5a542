import type { JSX } from "preact";
import { Icon } from "../controls/Icon";

export interface IconButtonProps {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** A small button that shows a codicon and says its label. */
export function IconButton({ icon, label, onClick }: IconButtonProps): JSX.Element {
  return (
    <button type="button" class="detail-icon-button" title={label} aria-label={label} onClick={() => onClick()}>
      <Icon name={icon} />
    </button>
  );
}
