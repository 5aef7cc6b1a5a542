/** The themes in which the panel must look right, each with the class that the workbench then has. */
export const themes = {
  light: { name: "Default Light Modern", class: "vs" },
  dark: { name: "Default Dark Modern", class: "vs-dark" },
  "high contrast": { name: "Default High Contrast", class: "hc-black" },
  "high contrast light": { name: "Default High Contrast Light", class: "hc-light" },
};

/** @typedef {keyof typeof themes} Theme */
