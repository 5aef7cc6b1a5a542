import { tested, testedVersion } from "./apiVersion";
import type { Workbench } from "./workbenchPage.mjs";

/** Once *Connect…* has its key: takes V1 where it is offered, and waits until the library is connected. */
export async function untilConnected(workbench: Workbench, { url }: { readonly url: string }): Promise<void> {
  if (testedVersion === "v1") await workbench.quickPick("Connect with V1").click();
  await workbench.notification(`Connected to ${tested.named(url)}.`).waitFor();
}
