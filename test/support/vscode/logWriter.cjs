// Takes the place of `@vscode/spdlog` in VS Code's server, a native module that would have to be built first.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = /** @type {const} */ (["trace", "debug", "info", "warn", "error", "critical"]);

/** Appends each message to a file at once. Without a pattern, messages are written as they are. */
class Logger {
  #file;
  #level = levels.indexOf("info");
  #pattern = true;

  /** @param {unknown} _type @param {unknown} _name @param {string} file */
  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  /** @param {number} level @param {string} message */
  write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try {
      appendFileSync(this.#file, this.#pattern ? `${time} [${levels[level] ?? ""}] ${message}\n` : message);
    } catch {
      // Tests remove the folder of logs between two workbenches.
    }
  }

  getLevel = () => this.#level;
  setLevel = (/** @type {number} */ level) => void (this.#level = level);
  setPattern = () => void (this.#pattern = true);
  clearFormatters = () => void (this.#pattern = false);
  flush = () => {};
  drop = () => {};
}
for (const [level, name] of levels.entries())
  Object.defineProperty(Logger.prototype, name, {
    /** @this {Logger} @param {string} message */
    value(message) {
      this.write(level, message);
    },
  });

/** @param {[unknown, string]} args */
const createLogger = async (...args) => new Logger(undefined, ...args);

// One by one, so that a module that imports this file finds their names.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
