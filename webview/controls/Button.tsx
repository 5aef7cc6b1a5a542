import type { ComponentChildren } from "preact";
import { Icon } from "./Icon";

export interface ButtonProps {
  /** Accessible name; also the text, unless `children` show something else. */
  readonly label: string;
  readonly icon?: string;
  readonly look?: "primary" | "secondary" | "icon";
  readonly disabled?: boolean;
  /** Waits for what it began: it can't be pressed again but keeps the focus, which a disabled button loses. */
  readonly busy?: boolean;
  readonly title?: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
  readonly onPress: () => void;
}

/** A push button of the toolkit. */
export function Button(props: ButtonProps) {
  const { label, icon, look = "secondary", title, children, onPress } = props;
  const { disabled = false, busy = false } = props;
  return (
    <vscode-button
      class={props.class}
      appearance={look}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-label={label}
      title={title ?? (look === "icon" ? label : undefined)}
      onClick={(event: Event) => {
        event.preventDefault();
        if (!disabled && !busy) onPress();
      }}
    >
      {icon !== undefined && (
        <span slot={look === "icon" ? undefined : "start"} class={`codicon codicon-${icon}`} aria-hidden="true" />
      )}
      {look === "icon" ? null : (children ?? label)}
    </vscode-button>
  );
}

interface PlainButtonProps {
  /** Accessible name; also the text, unless there is an icon, a `text`, or `children`. */
  readonly label: string;
  readonly icon?: string;
  readonly text?: string;
  readonly class?: string;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** Whether the content that the button toggles is shown. */
  readonly expanded?: boolean;
  readonly tabIndex?: number;
  readonly children?: ComponentChildren;
  readonly onPress: (event: MouseEvent) => void;
}

/** A plain button for places with hundreds of them: cards, chips, table rows. */
export function PlainButton({ label, icon, onPress, pressed, expanded, ...props }: PlainButtonProps) {
  const { text = icon === undefined ? label : undefined, children = text, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      class={`plain-button ${rest.class ?? ""}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onPress}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A plain button that looks like a link; its label is the text even beside an icon. */
export const TextButton = (props: PlainButtonProps) => (
  <PlainButton text={props.label} {...props} class="text-button" />
);
