import { useLayoutEffect, useRef } from "preact/hooks";

export interface TextFieldProps {
  /** Accessible name; the visible label stands outside. */
  readonly label: string;
  readonly value: string;
  readonly type?: "text" | "number" | "date";
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly min?: string;
  readonly max?: string;
  readonly invalid?: boolean;
  /** Id of the text that describes the field or its problem. */
  readonly describedBy?: string;
  readonly onInput: (value: string) => void;
  readonly onEnter?: () => void;
}

/** The inner input of a text field: the toolkit does not pass the host's `min`, `max` and ARIA attributes to it. */
function innerInput(field: HTMLElement | null): HTMLInputElement | undefined {
  const control: unknown = field && Reflect.get(field, "control");
  return control instanceof HTMLInputElement ? control : undefined;
}

/** One line of text, a number or a date. */
export function TextField(props: TextFieldProps) {
  const { label, value, type = "text", placeholder, disabled = false, min, max, invalid, describedBy } = props;
  const field = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const input = innerInput(field.current);
    if (!input) return;
    input.min = min ?? "";
    input.max = max ?? "";
    input.setAttribute("aria-invalid", invalid ? "true" : "false");
    const description = describedBy === undefined ? null : document.getElementById(describedBy);
    input.ariaDescribedByElements = description && [description];
  }, [min, max, invalid, describedBy]);
  useLayoutEffect(() => {
    // The toolkit names every field "Text field" as it enters the page.
    field.current?.setAttribute("aria-label", label);
  }, [label]);
  return (
    <vscode-text-field
      ref={field}
      class={invalid ? "text-field invalid" : "text-field"}
      type={type}
      value={value}
      placeholder={placeholder}
      disabled={disabled}
      onInput={(event: Event) => {
        const typed = innerInput(field.current)?.value ?? "";
        event.stopPropagation();
        if (typed !== value) props.onInput(typed);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.isComposing || !props.onEnter) return;
        event.preventDefault();
        props.onEnter();
      }}
    />
  );
}
