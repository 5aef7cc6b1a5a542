// Must come before the toolkit, whose listeners it collects.
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
 * Makes one of each element out of sight and lays it out, and formats one number, so that code is compiled and fonts
 * and styles are resolved while waiting for the host's first answer, not after it.
 */
export function warmControls(): void {
  const corner = document.createElement("div");
  corner.className = "warming";
  corner.inert = true;
  for (const kind of ["button", "text-field", "dropdown", "option", "checkbox", "radio-group", "radio"]) {
    const element = document.createElement(`vscode-${kind}`);
    const icon = document.createElement("span");
    icon.className = "codicon codicon-search";
    element.append("1", icon);
    corner.append(element);
  }
  document.body.append(corner);
  corner.getBoundingClientRect();
  corner.remove();
  (1000).toLocaleString(document.documentElement.lang);
}
