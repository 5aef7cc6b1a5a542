/** VS Code's kinds of themes. */
export type ThemeName = "dark" | "light" | "hc-dark" | "hc-light";

export interface Theme {
  /** Class and `data-vscode-theme-kind` of the page's `body`. */
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Style variables from the names that have each value. */
const variables = (named: Readonly<Record<string, string>>): Theme["variables"] =>
  Object.fromEntries(
    Object.entries(named).flatMap(([value, names]) => (names.match(/\S+/g) ?? []).map((name) => [name, value])),
  );

const shared = variables({
  "#ffffff": "button-foreground",
  "4px": "cornerRadius-small",
  "'Droid Sans Mono', monospace": "editor-font-family",
  "14px": "editor-font-size",
  'system-ui, "Ubuntu", "Droid Sans", sans-serif': "font-family",
  "13px": "font-size",
  normal: "font-weight",
});

const dark = variables({
  "#616161": "badge-background",
  "#f8f8f8": "badge-foreground",
  "#0078d4": "button-background focusBorder panelTitle-activeBorder progressBar-background",
  "rgba(255, 255, 255, 0.1)": "button-border",
  "#026ec1": "button-hoverBackground",
  "rgba(0, 0, 0, 0)": "button-secondaryBackground",
  "#cccccc": `
    button-secondaryForeground checkbox-foreground dropdown-foreground editorHoverWidget-foreground foreground
    icon-foreground input-foreground panelTitle-activeForeground`,
  "#2b2b2b": "button-secondaryHoverBackground panel-border textCodeBlock-background",
  "#59a4f9": "charts-blue",
  "#89d185": "charts-green",
  "rgba(234, 92, 0, 0.33)": "charts-orange",
  "#b180d7": "charts-purple",
  "#f14c4c": "charts-red",
  "#cca700": "charts-yellow editorWarning-foreground",
  "#313131": "checkbox-background dropdown-background input-background widget-border",
  "#3c3c3c": "checkbox-border dropdown-border input-border",
  "#9d9d9d": "descriptionForeground panelTitle-inactiveForeground",
  "#1f1f1f": "dropdown-listBackground editor-background",
  "#202020": "editorHoverWidget-background editorWidget-background",
  "rgba(204, 204, 204, 0.2)": "editorHoverWidget-border settings-dropdownListBorder",
  "#f85149": "errorForeground",
  "#989898": "input-placeholderForeground",
  "rgba(36, 137, 219, 0.51)": "inputOption-activeBackground",
  "#2488db": "inputOption-activeBorder",
  "#ffffff": "inputOption-activeForeground list-activeSelectionForeground",
  "#5a1d1d": "inputValidation-errorBackground",
  "#be1100": "inputValidation-errorBorder",
  "#063b49": "inputValidation-infoBackground",
  "#007acc": "inputValidation-infoBorder",
  "rgba(204, 204, 204, 0.04)": "keybindingTable-headerBackground",
  "#04395e": "list-activeSelectionBackground",
  "#2a2d2e": "list-hoverBackground",
  "#37373d": "list-inactiveSelectionBackground",
  "#181818": "panel-background sideBar-background",
  "rgba(191, 191, 191, 0.4)": "scrollbarSlider-activeBackground",
  "rgba(121, 121, 121, 0.4)": "scrollbarSlider-background",
  "rgba(100, 100, 100, 0.7)": "scrollbarSlider-hoverBackground",
  "#4daafc": "textLink-activeForeground textLink-foreground",
  "rgba(90, 93, 94, 0.31)": "toolbar-hoverBackground",
  "rgba(0, 0, 0, 0.36)": "widget-shadow",
});

const light = variables({
  "#cccccc": "badge-background button-secondaryHoverBackground",
  "#3b3b3b": `
    badge-foreground button-secondaryForeground checkbox-foreground descriptionForeground dropdown-foreground
    editorHoverWidget-foreground foreground icon-foreground input-foreground panelTitle-activeForeground
    panelTitle-inactiveForeground`,
  "#005fb8": `
    button-background focusBorder inputOption-activeBorder panelTitle-activeBorder progressBar-background
    textLink-activeForeground textLink-foreground`,
  "rgba(0, 0, 0, 0.1)": "button-border",
  "#0258a8": "button-hoverBackground",
  "#e5e5e5": "button-secondaryBackground panel-border widget-border",
  "#0063d3": "charts-blue",
  "#388a34": "charts-green",
  "rgba(234, 92, 0, 0.33)": "charts-orange",
  "#652d90": "charts-purple",
  "#e51400": "charts-red",
  "#bf8803": "charts-yellow editorWarning-foreground",
  "#f8f8f8": `
    checkbox-background editorHoverWidget-background editorWidget-background panel-background sideBar-background
    textCodeBlock-background`,
  "#cecece": "checkbox-border dropdown-border input-border",
  "#ffffff": "dropdown-background dropdown-listBackground editor-background input-background",
  "rgba(59, 59, 59, 0.2)": "editorHoverWidget-border settings-dropdownListBorder",
  "#f85149": "errorForeground",
  "#767676": "input-placeholderForeground",
  "#bed6ed": "inputOption-activeBackground",
  "#000000": "inputOption-activeForeground list-activeSelectionForeground",
  "#f2dede": "inputValidation-errorBackground",
  "#be1100": "inputValidation-errorBorder",
  "#d6ecf2": "inputValidation-infoBackground",
  "#007acc": "inputValidation-infoBorder",
  "rgba(59, 59, 59, 0.04)": "keybindingTable-headerBackground",
  "#e8e8e8": "list-activeSelectionBackground",
  "#f2f2f2": "list-hoverBackground",
  "#e4e6f1": "list-inactiveSelectionBackground",
  "rgba(0, 0, 0, 0.6)": "scrollbarSlider-activeBackground",
  "rgba(100, 100, 100, 0.4)": "scrollbarSlider-background",
  "rgba(100, 100, 100, 0.7)": "scrollbarSlider-hoverBackground",
  "rgba(184, 184, 184, 0.31)": "toolbar-hoverBackground",
  "rgba(0, 0, 0, 0.16)": "widget-shadow",
});

const hcDark = variables({
  "#000000": `
    badge-background button-background button-hoverBackground checkbox-background dropdown-background
    dropdown-listBackground editor-background input-background inputValidation-errorBackground
    inputValidation-infoBackground panel-background sideBar-background textCodeBlock-background`,
  "#ffffff": `
    badge-foreground button-secondaryForeground checkbox-foreground dropdown-foreground editorHoverWidget-foreground
    foreground icon-foreground input-foreground inputOption-activeForeground panelTitle-activeForeground
    panelTitle-inactiveForeground`,
  "#6fc3df": `
    button-border checkbox-border contrastBorder dropdown-border editorHoverWidget-border input-border
    inputOption-activeBorder inputValidation-errorBorder inputValidation-infoBorder panel-border
    panelTitle-activeBorder progressBar-background scrollbarSlider-activeBackground settings-dropdownListBorder
    widget-border`,
  "#59a4f9": "charts-blue",
  "#89d185": "charts-green",
  "#b180d7": "charts-purple",
  "#f48771": "charts-red errorForeground",
  "#ffd370": "charts-yellow editorWarning-foreground",
  "#f38518": "contrastActiveBorder focusBorder",
  "rgba(255, 255, 255, 0.7)": "descriptionForeground input-placeholderForeground",
  "#0c141f": "editorHoverWidget-background editorWidget-background",
  "rgba(0, 0, 0, 0)": "inputOption-activeBackground",
  "rgba(255, 255, 255, 0.1)": "list-hoverBackground",
  "rgba(111, 195, 223, 0.6)": "scrollbarSlider-background",
  "rgba(111, 195, 223, 0.8)": "scrollbarSlider-hoverBackground",
  "#21a6ff": "textLink-activeForeground textLink-foreground",
});

const hcLight = variables({
  "#0f4a85": `
    badge-background button-background button-border button-hoverBackground checkbox-border contrastBorder
    dropdown-border editorHoverWidget-border input-border inputOption-activeBorder inputValidation-errorBorder
    inputValidation-infoBorder panel-border progressBar-background scrollbarSlider-activeBackground
    settings-dropdownListBorder textLink-activeForeground textLink-foreground widget-border`,
  "#ffffff": `
    badge-foreground button-secondaryBackground checkbox-background dropdown-background dropdown-listBackground
    editor-background editorHoverWidget-background editorWidget-background input-background
    inputValidation-errorBackground inputValidation-infoBackground panel-background sideBar-background`,
  "#292929": `
    button-secondaryForeground checkbox-foreground dropdown-foreground editorHoverWidget-foreground foreground
    icon-foreground input-foreground inputOption-activeForeground panelTitle-activeForeground
    panelTitle-inactiveForeground`,
  "#0063d3": "charts-blue",
  "#374e06": "charts-green",
  "#652d90": "charts-purple",
  "#b5200d": "charts-red errorForeground panelTitle-activeBorder",
  "#895503": "charts-yellow editorWarning-foreground",
  "#006bbd": "contrastActiveBorder focusBorder",
  "rgba(41, 41, 41, 0.7)": "descriptionForeground input-placeholderForeground",
  "rgba(0, 0, 0, 0)": "inputOption-activeBackground",
  "rgba(15, 74, 133, 0.1)": "list-activeSelectionBackground list-hoverBackground list-inactiveSelectionBackground",
  "rgba(15, 74, 133, 0.4)": "scrollbarSlider-background",
  "rgba(15, 74, 133, 0.8)": "scrollbarSlider-hoverBackground",
  "#f2f2f2": "textCodeBlock-background",
});

/**
 * The style variables that the page uses, with the values that VS Code hands to webviews in its default themes.
 * `panel/connection.test.ts` compares them with the real ones.
 */
export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: { kind: "vscode-dark", variables: { ...shared, ...dark } },
  light: { kind: "vscode-light", variables: { ...shared, ...light } },
  "hc-dark": { kind: "vscode-high-contrast", variables: { ...shared, ...hcDark } },
  "hc-light": { kind: "vscode-high-contrast vscode-high-contrast-light", variables: { ...shared, ...hcLight } },
};
