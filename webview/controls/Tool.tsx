import { PlainButton } from "./Button";

interface ToolProps {
  readonly icon: string;
  /** Shown beside the icon where there is room. */
  readonly text?: string;
  /** The whole name, if it is longer than the text. */
  readonly label?: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

/** A small button that shows a codicon and says its label. */
export function Tool({ icon, text = "", label = text, pressed, onPress }: ToolProps) {
  return (
    <PlainButton
      class="tool"
      icon={icon}
      label={label}
      title={label}
      {...(pressed !== undefined && { pressed })}
      onPress={onPress}
    >
      {text !== "" && <span class="tool-text">{text}</span>}
    </PlainButton>
  );
}
