// VS Code mixes the extension host's console with its own. A mark tells the lines of the tests from all others.
const mark = "│ ";

/** The time limit of a test; long forms have many rounds. Without it, a test that waits forever would report nothing. */
export const limitInMs = process.env["AD_LIBRARY_TEST_LONG"] === "1" ? 1_200_000 : 120_000;

/** How long a test waits for a state of a page. Less than `limitInMs`, so that the error names what was missing. */
export const patienceInMs = 60_000;

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
