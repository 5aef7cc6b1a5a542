const downloadHost = "https://update.code.visualstudio.com/api/releases/stable";

/** @type {Promise<boolean> | undefined} */
let answer;

/**
 * Whether desktop VS Code can be downloaded and shown here. `AD_LIBRARY_VSCODE` (`desktop` or `server`) overrides this.
 * @returns {Promise<boolean>}
 */
export function canUseDesktop() {
  return (answer ??= probe());
}

async function probe() {
  const wish = process.env["AD_LIBRARY_VSCODE"];
  if (wish === "desktop" || wish === "server") return wish === "desktop";
  const hasDisplay = Boolean(process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]);
  if (process.platform === "linux" && !hasDisplay) return false;
  try {
    return (await fetch(downloadHost, { method: "HEAD", signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
