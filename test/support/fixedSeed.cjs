// Draws the same random cases in each run, so that a test fails because of a change and not because of the draw.
// `npm run test:long` draws others each time.
const { env } = require("node:process");

if (env["AD_LIBRARY_TEST_LONG"] !== "1") require("fast-check").configureGlobal({ seed: 1 });
