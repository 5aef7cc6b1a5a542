// TLS services whose certificates must not be trusted, or are only if their authority is. Keys are made on the spot;
// none is kept in a file.
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";

/** What is wrong with a certificate. `good` and the last two are signed by the authority. */
export type Certificate = "good" | "selfSigned" | "selfSignedAndExpired" | "expired" | "wrongHost";

export interface TlsService {
  readonly url: string;
  /** How many requests got through TLS. */
  asked: () => number;
  close: () => Promise<void>;
}

/** A certificate authority, to be trusted by its certificate (PEM). */
export class Authority {
  private readonly keys = newKeys();
  private readonly name = nameOf("authority");
  readonly cert = pem(this.sign(this.name, this.keys.publicKey, "490101000000Z", [basicConstraints]));

  /** Starts a service on a free port of 127.0.0.1 that answers every request with `text`. */
  async serve(certificate: Certificate, text = "{}"): Promise<TlsService> {
    let asked = 0;
    const server = createServer(this.issue(certificate), (_request, response) => {
      asked += 1;
      response.end(text);
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

  private issue(certificate: Certificate): { readonly key: string; readonly cert: string } {
    const { privateKey, publicKey } = newKeys();
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const until = /expired/i.test(certificate) ? "210101000000Z" : "490101000000Z";
    const names = certificate === "wrongHost" ? dnsName("elsewhere.example") : loopbackAddress;
    const alone = certificate.startsWith("selfSigned");
    const subject = nameOf("service");
    const signer = alone ? { key: privateKey, name: subject } : undefined;
    return { key, cert: pem(this.sign(subject, publicKey, until, [names], signer)) };
  }

  /** Makes an X.509 certificate in DER (RFC 5280). */
  private sign(
    subject: Buffer,
    publicKey: KeyObject,
    until: string,
    extensions: readonly Buffer[],
    by = { key: this.keys.privateKey, name: this.name },
  ): Buffer {
    const validity = tlv(0x30, tlv(0x17, Buffer.from("200101000000Z")), tlv(0x17, Buffer.from(until)));
    const serial = tlv(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)]));
    const spki = publicKey.export({ type: "spki", format: "der" });
    const more = tlv(0xa3, tlv(0x30, ...extensions));
    const version = tlv(0xa0, tlv(0x02, Buffer.of(2)));
    const body = tlv(0x30, version, serial, algorithm, by.name, validity, subject, spki, more);
    return tlv(0x30, body, algorithm, tlv(0x03, Buffer.concat([Buffer.of(0), sign("sha256", body, by.key)])));
  }
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The object identifier of ecdsa-with-SHA256. */
const algorithm = tlv(0x30, tlv(0x06, Buffer.from("2a8648ce3d040302", "hex")));

const basicConstraints = extension("551d13", tlv(0x30, tlv(0x01, Buffer.of(0xff))));
const loopbackAddress = subjectAltName(0x87, Buffer.of(127, 0, 0, 1));
const dnsName = (name: string) => subjectAltName(0x82, Buffer.from(name));

function subjectAltName(kind: number, value: Buffer): Buffer {
  return extension("551d11", tlv(0x30, tlv(kind, value)));
}

function extension(identifier: string, value: Buffer): Buffer {
  return tlv(0x30, tlv(0x06, Buffer.from(identifier, "hex")), tlv(0x04, value));
}

function nameOf(commonName: string): Buffer {
  const name = tlv(0x30, tlv(0x06, Buffer.from("550403", "hex")), tlv(0x0c, Buffer.from(commonName)));
  return tlv(0x30, tlv(0x31, name));
}

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

/** Encodes tag, length, and value in DER, for values shorter than 64 KB. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}
