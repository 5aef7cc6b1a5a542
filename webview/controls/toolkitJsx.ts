import type { HTMLAttributes } from "preact";

type Toolkit<Props> = Omit<HTMLAttributes<HTMLElement>, keyof Props> & Props;

/** The toolkit's elements as JSX knows them: only the attributes that the factories of this folder set. */
declare module "preact" {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the place where Preact looks elements up
  namespace JSX {
    interface IntrinsicElements {
      "vscode-button": Toolkit<{ appearance?: "primary" | "secondary" | "icon"; disabled?: boolean }>;
      "vscode-text-field": Toolkit<{
        value?: string;
        type?: string;
        placeholder?: string | undefined;
        disabled?: boolean;
      }>;
      "vscode-checkbox": Toolkit<{ checked?: boolean; disabled?: boolean }>;
      "vscode-radio-group": Toolkit<{ value?: string; disabled?: boolean }>;
      "vscode-radio": Toolkit<{ value?: string; checked?: boolean; disabled?: boolean }>;
      "vscode-dropdown": Toolkit<{ value?: string; disabled?: boolean }>;
      "vscode-option": Toolkit<{ value?: string; selected?: boolean; disabled?: boolean }>;
      "vscode-progress-ring": Toolkit<object>;
    }
  }
}
