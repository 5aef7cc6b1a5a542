// One window that opens a plan of 500 credits without being asked, and says so: `FOLDER hold|leave`. It never ends it.
import { openWallet } from "./acts";

const [folder = "", how = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const plan = await openWallet(folder, { confirmAbove: 500 }).plan(500, "five pages");
  process.send?.(plan !== undefined);
  if (how === "leave") process.disconnect();
  // While it listens, it stays.
  else process.on("message", () => undefined);
}

void main();
