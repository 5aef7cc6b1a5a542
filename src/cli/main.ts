/** The package's version, inserted by the build. */
declare const packageVersion: string;

const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];

const needed = { major: 22, minor: 17 };

/** The command `ad-library`. Loads the rest only if there is work, so that asking for the version costs nothing. */
async function main(): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (process.argv.length === 3 && /^(-v|--version)$/.test(process.argv[2] ?? "")) return printVersion();
  if (major < needed.major || (major === needed.major && minor < needed.minor)) {
    console.error(
      `ad-library needs Node.js ${needed.major}.${needed.minor} or newer; this is ${process.versions.node}. Install a newer version from https://nodejs.org.`,
    );
    process.exitCode = 2;
    return;
  }
  // Node.js warns that its SQLite is new; a person who runs a search cannot do anything about that.
  process.removeAllListeners("warning");
  const proxies = proxyVariables.some((name) => process.env[name])
    ? (await import("./proxy")).useProxies(process.env)
    : undefined;
  if (typeof proxies === "string") {
    console.error(proxies);
    process.exitCode = 2;
    return;
  }
  process.exitCode =
    process.argv[2] === "mcp"
      ? await (await import("./mcp")).runMcpCommand(process.argv, packageVersion)
      : await (await import("./program")).runProgram(process.argv, packageVersion);
  // A proxy that never answers would keep the process alive for minutes.
  await proxies?.destroy();
}

/** As every other result: a failure of stdout is told, unless it is that nobody reads any more. */
function printVersion(): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    console.error(`The results couldn't be written to stdout: ${message}.`);
    process.exitCode = 5;
  });
  process.stdout.write(`${packageVersion}\n`);
}

main().catch((error: unknown) => {
  console.error(String(error));
  process.exitCode = 5;
});
