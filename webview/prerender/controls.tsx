// The controls of the pre-rendered form, with the names and props of webview/controls: plain ones that accept text, checks and
// clicks before any script has loaded, and look like the toolkit's (styles/prerendered.css). `data-live` names what
// replaces them.
import { useId } from "preact/hooks";
import type { ButtonProps } from "../controls/Button";
import type { CheckboxProps, DropdownProps, TextFieldProps } from "../controls/fields";

export { PlainButton, TextButton } from "../controls/Button";

export function Button({ label, icon, look = "secondary", title, class: own, children, ...state }: ButtonProps) {
  return (
    <button
      type="button"
      class={`prerendered-button prerendered-${look} ${own ?? ""}`}
      data-live="vscode-button"
      disabled={state.disabled === true || state.busy === true}
      aria-label={label}
      title={title ?? (look === "icon" ? label : undefined)}
    >
      {icon !== undefined && <span class={`codicon codicon-${icon}`} aria-hidden="true" />}
      {look === "icon" ? null : <span>{children ?? label}</span>}
    </button>
  );
}

export function TextField(props: TextFieldProps) {
  const { label, value, type = "text", placeholder, disabled, min, max, invalid, describedBy } = props;
  // Styles select by the type of the toolkit's element.
  const outer = { type };
  const input = {
    ...{ value, placeholder, disabled, min, max },
    "data-live": "vscode-text-field",
    "aria-label": label,
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
  };
  return (
    <div class={`prerendered-field text-field ${invalid ? "invalid" : ""}`} {...outer}>
      {type === "text" && <input type="text" {...input} />}
      {type === "number" && <input type="number" {...input} />}
      {type === "date" && <input type="date" {...input} />}
    </div>
  );
}

export function Checkbox({ label, checked, disabled }: CheckboxProps) {
  return (
    <label class="prerendered-check">
      <input type="checkbox" data-live="vscode-checkbox" checked={checked} disabled={disabled} />
      <span dir="auto">{label}</span>
    </label>
  );
}

export function RadioGroup({ label, value, options, disabled }: DropdownProps) {
  const name = useId();
  return (
    <div class="prerendered-radios" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label class="prerendered-check" key={option.value}>
          <input
            type="radio"
            name={name}
            data-live="vscode-radio"
            checked={option.value === value}
            disabled={disabled}
          />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
    </div>
  );
}

export function Dropdown({ label, value, options, disabled }: DropdownProps) {
  const chosen = options.find((option) => option.value === value) ?? options[0];
  return (
    <button
      type="button"
      class="prerendered-dropdown dropdown"
      role="combobox"
      aria-expanded="false"
      aria-haspopup="listbox"
      data-live="vscode-dropdown"
      aria-label={label}
      disabled={disabled}
    >
      <span class="prerendered-value one-line">{chosen?.label}</span>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path
          fill-rule="evenodd"
          clip-rule="evenodd"
          d="M7.976 10.072l4.357-4.357.62.618L8.284 11h-.618L3 6.333l.619-.618 4.357 4.357z"
        />
      </svg>
    </button>
  );
}
