// Before the toolkit, whose listeners it keeps.
import { runLoadListeners } from "./loadListeners";
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeRadio,
  vsCodeRadioGroup,
  vsCodeTextField,
} from "@vscode/webview-ui-toolkit";

/** Defines the toolkit's elements. Call once, before the first render. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeRadio(),
    vsCodeRadioGroup(),
    vsCodeTextField(),
  );
  runLoadListeners();
}

/**
 * Makes one of each element out of sight, and one formatted number: their code is compiled while the host's first answer
 * is awaited, and not when it has come.
 */
export function warmControls(): void {
  const corner = document.createElement("div");
  corner.hidden = true;
  for (const kind of ["button", "text-field", "dropdown", "option", "checkbox", "radio-group", "radio"]) {
    corner.append(document.createElement(`vscode-${kind}`));
  }
  document.body.append(corner);
  corner.remove();
  (1000).toLocaleString();
}
