// VS Code mixes the console of the extension host with its own: a mark tells the lines of the tests from the rest.
const mark = "│ ";

/** Without a limit of its own a test that waits for ever would say nothing. */
export const limitInMs = 120_000;

/**
 * A line of test output as the extension host prints it.
 * @param {string} line
 */
export const testLine = (line) => mark + line;

/**
 * Whether a line on VS Code's console comes from the tests.
 * @param {string} line
 */
export const isTestLine = (line) => line.startsWith(mark);
