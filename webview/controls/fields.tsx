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

export interface DropdownProps {
  /** Accessible name; the visible label stands outside. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** One of a short list. The first option is chosen unless `value` names another: give an empty option for "any". */
export function Dropdown({ label, value, options, disabled = false, onChange }: DropdownProps) {
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // The toolkit learns of new options only after the redraw, and then keeps the position of the one before.
    const root = list.current?.shadowRoot;
    const choose = () => list.current && Reflect.set(list.current, "value", value);
    root?.addEventListener("slotchange", choose);
    return () => root?.removeEventListener("slotchange", choose);
  }, [value]);
  return (
    <vscode-dropdown
      ref={list}
      class="dropdown"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event: Event) => {
        const list = event.currentTarget;
        const now: unknown = list && Reflect.get(list, "value");
        if (typeof now === "string" && now !== value) onChange(now);
      }}
    >
      {options.map((option) => (
        <vscode-option
          key={option.value}
          value={option.value}
          selected={option.value === value}
          disabled={option.disabled ?? false}
        >
          {option.label}
        </vscode-option>
      ))}
    </vscode-dropdown>
  );
}

export interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A check mark with its label. */
export function Checkbox({ label, checked, disabled = false, onChange }: CheckboxProps) {
  return (
    <vscode-checkbox
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }: { currentTarget: EventTarget }) => {
        const now = Reflect.get(currentTarget, "checked") === true;
        // The element also reports changes that were made from here: acting on those would act twice.
        if (now !== checked) onChange(now);
      }}
    >
      <span dir="auto">{label}</span>
    </vscode-checkbox>
  );
}

/** One of a few. */
export function RadioGroup({ label, value, options, disabled = false, onChange }: DropdownProps) {
  return (
    <vscode-radio-group
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event: Event) => {
        const group = event.currentTarget;
        const now: unknown = group && Reflect.get(group, "value");
        // The element also reports changes that were made from here: acting on those would act twice.
        if (typeof now === "string" && now !== value) onChange(now);
      }}
    >
      {options.map((option) => (
        <vscode-radio key={option.value} value={option.value}>
          <span dir="auto">{option.label}</span>
        </vscode-radio>
      ))}
    </vscode-radio-group>
  );
}

/** Something that can be chosen: `value` identifies it, `label` is shown. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown, but cannot be chosen. */
  readonly disabled?: boolean;
}
