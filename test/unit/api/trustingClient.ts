// Runs as a process of its own that trusts the authority named by NODE_EXTRA_CA_CERTS: one paid search of the service
// at the address given, and what became of it.
import { clientOf, openPermit } from "./client";
import { AdLibraryError } from "../../../src/api/errors";

const [, , url = ""] = process.argv;
const permit = openPermit();
Math.random = () => 0;

void clientOf(url)
  .library.search({ platform: "native", body: "{}" }, undefined, permit)
  .then(
    ({ value }) => ({ ads: value.ads.length, told: permit.told }),
    (error: unknown) => {
      if (!(error instanceof AdLibraryError)) throw error;
      const { code, charge, attempts, obstacle, specifics } = error;
      return { code, charge, attempts, obstacle, specifics, told: permit.told };
    },
  )
  .then((outcome) => process.send?.(outcome));
