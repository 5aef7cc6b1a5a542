import type { ComponentChildren, Ref } from "preact";
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
  readonly elementRef?: Ref<HTMLElement>;
  readonly onPress: () => void;
}

/** A push button of the toolkit. */
export function Button(props: ButtonProps) {
  const { label, icon, look = "secondary", title, children, elementRef, onPress } = props;
  const { disabled = false, busy = false } = props;
  return (
    <vscode-button
      ref={elementRef ?? null}
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
  readonly label: string;
  readonly icon?: string;
  readonly class?: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** Whether the content that the button toggles is shown. */
  readonly expanded?: boolean;
  readonly tabIndex?: number;
  readonly children?: ComponentChildren;
  readonly onPress: (event: MouseEvent) => void;
}

/** A plain button for places with hundreds of them: cards, chips, table rows. */
export function PlainButton({ label, icon, children, onPress, pressed, expanded, ...rest }: PlainButtonProps) {
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
