import { tested, testedVersion } from "./apiVersion";
import type { Workbench } from "./workbenchPage.mjs";

/** To be called when *Connect…* has its key: chooses V1 if that is tested, and waits until the library is connected. */
export async function untilConnected(workbench: Workbench, { url }: { readonly url: string }): Promise<void> {
  if (testedVersion === "v1") await workbench.quickPick("Connect with V1").click();
  await workbench.notification(`Connected to ${tested.named(url)}.`).waitFor();
}
