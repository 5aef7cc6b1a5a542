import type { Option } from "./option";

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
  return (
    <vscode-dropdown
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
