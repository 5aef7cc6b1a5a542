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
