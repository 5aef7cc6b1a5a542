import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Where the sample library will listen. Nothing answers there before the library is loaded. */
export interface SamplePlace {
  readonly server: Server;
  readonly origin: string;
}

/** Reserves a free port on this machine by listening on it. */
export async function takeSamplePlace(): Promise<SamplePlace> {
  const server = createServer();
  await new Promise<void>((done, failed) => server.once("error", failed).listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The sample library could not open a port.");
  return { server, origin: `http://127.0.0.1:${address.port}` };
}
