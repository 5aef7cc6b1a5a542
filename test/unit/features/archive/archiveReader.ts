// A process that asks an archive once and does not close it. Argument: the file.
import { openArchive } from "../../../support/openArchive";

void openArchive(process.argv[2] ?? "")
  .statNames()
  .then((names) => process.send?.(names, () => process.disconnect()));
