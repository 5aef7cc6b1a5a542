// One window that opens a plan of 500 credits without being asked, and says so: `FOLDER hold|leave`. It never ends it.
import { openWallet } from "./acts";

const [folder = "", how = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const wallet = openWallet(folder, { confirmAbove: 500 });
  const plan = await wallet.plan(500, "five pages");
  process.send?.(plan !== undefined);
  if (how === "leave") process.disconnect();
  // While it listens, it stays, as the wallet of a window does: if nothing refers to a lock, collecting it releases it.
  else process.on("message", () => void wallet.plan(0, "no page"));
}

void main();
