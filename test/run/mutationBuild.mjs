// Bundles the unit tests whose path contains one of the given words, for `mutation.mjs`.
import { bundleUnitTests } from "./unitTests.mjs";

await bundleUnitTests(process.argv.slice(2), "out/mutated");
