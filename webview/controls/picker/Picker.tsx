import * as l10n from "@vscode/l10n";
import { createContext, type ComponentType } from "preact";
import { useContext, useMemo, useRef } from "preact/hooks";
import { PlainButton } from "../Button";
import { Icon } from "../Icon";
import type { PickerPopupProps } from "./PickerPopup";
import { rowId, usePicking, type PickingProps } from "./usePicking";

interface PickerProps extends PickingProps {
  /** Unique on the page. */
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
}

/** One or several of a long list, found by typing. */
export function Picker(props: PickerProps) {
  const { id, label, chosen, multiple } = props;
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const picking = usePicking(props);
  const PickerPopup = useContext(PickerPopups);
  const values = useMemo(() => new Set(chosen.map(({ value }) => value)), [chosen]);
  return (
    <div
      ref={root}
      class="picker"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) picking.close();
      }}
    >
      {multiple && chosen.length > 0 && <Chosen {...props} />}
      <div ref={field} class={`picker-field row ${props.invalid ? "invalid" : ""} ${props.disabled ? "disabled" : ""}`}>
        <PickerInput {...props} picking={picking} />
        {!multiple && chosen.length > 0 && !props.disabled && <Clear {...props} />}
        <Icon name={props.load ? "search" : "chevron-down"} />
      </div>
      {picking.open && (
        <PickerPopup
          id={`${id}-list`}
          label={label}
          anchor={field}
          found={picking.found}
          text={picking.text}
          chosen={values}
          active={picking.active}
          multiple={multiple}
          onChoose={picking.choose}
        />
      )}
    </div>
  );
}

function Clear({ label, onChange }: PickerProps) {
  return <PlainButton icon="close" label={l10n.t("Clear {0}", label)} onPress={() => onChange([])} />;
}

function PickerInput(props: PickerProps & { readonly picking: ReturnType<typeof usePicking> }) {
  const { id, label, placeholder, disabled, invalid, describedBy, chosen, multiple, picking } = props;
  const shown = !multiple && !picking.open ? chosen[0]?.label : undefined;
  return (
    <input
      id={id}
      class="picker-input shrinks"
      type="text"
      role="combobox"
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      aria-autocomplete="list"
      aria-expanded={picking.open}
      aria-controls={picking.open ? `${id}-list` : undefined}
      aria-activedescendant={picking.active >= 0 ? rowId(`${id}-list`, picking.active) : undefined}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      dir="auto"
      disabled={disabled}
      placeholder={!multiple && chosen[0] ? chosen[0].label : placeholder}
      value={shown ?? picking.text}
      onInput={({ currentTarget }) => picking.type(currentTarget.value)}
      onClick={picking.show}
      onKeyDown={(event) => {
        if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
        if (!picking.press(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

function Chosen({ chosen, label, disabled, onChange }: PickerProps) {
  return (
    <ul class="picker-chosen wraps shrinks" aria-label={l10n.t("Selected for {0}", label)}>
      {chosen.map((option) => (
        <li key={option.value}>
          <PlainButton
            class="chip"
            label={l10n.t("Remove {0}", option.label)}
            disabled={disabled === true}
            onPress={() => onChange(chosen.filter(({ value }) => value !== option.value))}
          >
            <span class="chip-text one-line" dir="auto">
              {option.label}
            </span>
            <Icon name="close" />
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}

/** Draws the open list of a picker. The page provides it once it is loaded: the first paint has no open list. */
export const PickerPopups = createContext<ComponentType<PickerPopupProps>>(() => null);
