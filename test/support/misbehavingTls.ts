// A TLS service whose certificate nobody vouches for. The key is made on the spot: none is kept in a file.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";

/** Starts it on a free port; `asked` counts the requests that got through. */
export async function startUntrustedTls(): Promise<{
  readonly url: string;
  asked: () => number;
  close: () => Promise<void>;
}> {
  let asked = 0;
  const server = createServer(selfSigned(), (_request, response) => {
    asked += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  server.on("tlsClientError", () => undefined);
  await once(server, "listening");
  const address = server.address();
  return {
    url: `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** An X.509 certificate for CN=untrusted, written in DER by hand (RFC 5280), expired since 2021. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = tlv(0x30, tlv(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = tlv(0x30, tlv(0x06, Buffer.from("550403", "hex")), tlv(0x0c, Buffer.from("untrusted")));
  const name = tlv(0x30, tlv(0x31, commonName));
  const validity = tlv(0x30, tlv(0x17, Buffer.from("200101000000Z")), tlv(0x17, Buffer.from("210101000000Z")));
  const serial = tlv(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)]));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const body = tlv(0x30, tlv(0xa0, tlv(0x02, Buffer.of(2))), serial, algorithm, name, validity, name, spki);
  const signature = tlv(0x03, Buffer.concat([Buffer.of(0), sign("sha256", body, privateKey)]));
  const der = tlv(0x30, body, algorithm, signature);
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert };
}

/** Tag, length, value. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}
