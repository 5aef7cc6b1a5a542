import type { Option } from "./option";

export interface RadioGroupProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** One of a few. */
export function RadioGroup({ label, value, options, disabled = false, onChange }: RadioGroupProps) {
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
