import assert from "node:assert/strict";
import { mediaUrl } from "../../../src/protocol/mediaUrl";

describe("addresses of pictures", () => {
  it("are https, or http on loopback", () => {
    for (const address of [
      "https://a.example/x.png",
      "http://127.0.0.1:8080/x.svg",
      "http://localhost/x",
      "http://[::1]/x",
    ]) {
      assert.equal(mediaUrl(address), address);
    }
  });

  it("may be in a private network if the user allowed the host", () => {
    const hosts = ["nas.local", "10.0.0.5", "[fd00::1]"];
    for (const address of [
      "https://nas.local/x",
      "https://NAS.local:8443/x",
      "https://10.0.0.5/x",
      "https://[fd00::1]/x",
    ]) {
      assert.equal(mediaUrl(address), undefined);
      assert.equal(mediaUrl(address, hosts), address);
    }
    for (const address of [
      "http://nas.local/x",
      "https://other.local/x",
      "https://u@nas.local/x",
      "https://x.nas.local/",
    ])
      assert.equal(mediaUrl(address, hosts), undefined);
  });

  it("are nothing else", () => {
    const refused = [
      "http://a.example/x.png",
      "javascript:alert(1)",
      "data:image/svg+xml,<svg/>",
      "file:///etc/passwd",
    ];
    for (const address of [
      ...refused,
      "//a.example/x",
      "https://user@a.example/x",
      "http://127.0.0.1.evil.example/",
      "x",
      "",
    ]) {
      assert.equal(mediaUrl(address), undefined);
    }
    assert.equal(mediaUrl(undefined), undefined);
  });

  it("never lead into a private network, however they are written", () => {
    const hosts = [
      ...[
        "localhost",
        "a.localhost",
        "localhost.",
        "LOCALHOST",
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "0x7f.1",
        "2130706433",
      ],
      ...["10.0.0.1", "10.255.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "0300.0250.1.1"],
      ...[
        "100.64.0.1",
        "100.127.0.1",
        "[::1]",
        "[::]",
        "[::ffff:10.0.0.1]",
        "[fc00::1]",
        "[fdab::1]",
        "[fe80::1]",
        "[febf::]",
      ],
    ];
    for (const host of hosts) assert.equal(mediaUrl(`https://${host}:8443/x.png`), undefined, host);
  });

  it("never lead to an unroutable address", () => {
    const hosts = [
      ...["198.18.0.1", "198.19.255.255", "192.0.0.8", "192.0.2.1", "203.0.113.9", "240.0.0.1", "255.255.255.255"],
      ...["224.0.0.1", "239.255.255.250", "[ff02::1]", "[fec0::1]", "[100::1]", "[2001:db8::1]", "[4000::1]"],
      // IPv4 within IPv6: compatible, mapped, translated (RFC 6052, 6145, 8215), 6to4 and Teredo.
      ...["[::7f00:1]", "[::10.0.0.1]", "[::ffff:8.8.8.8]", "[::ffff:0:a00:1]", "[64:ff9b::a00:1]"],
      ...["[64:ff9b:1::a00:1]", "[2002:a00:1::]", "[2001:0:a00:1::]"],
    ];
    for (const host of hosts) assert.equal(mediaUrl(`https://${host}/x.png`), undefined, host);
  });

  it("never lead to a name reserved for local networks", () => {
    const hosts = [
      ...["router.lan", "nas.local", "intranet", "db.internal", "printer.home.arpa", "metadata.google.internal"],
      // Short names in clusters; the long ones end in cluster.local.
      ...["web.shop.svc", "web.shop.svc.cluster.local", "10-0-0-1.shop.pod", "kubernetes.default", "dns.kube-system"],
      ...["vault.service.consul", "db.team-1"],
      ...[
        "localhost.localdomain",
        "ip6-localhost",
        "a.b.LOCAL",
        "nas.local.",
        "intranet.",
        "x.corp",
        "x.home",
        "x.mail",
      ],
      ...["x.private", "wiki.intranet", "1.0.0.10.in-addr.arpa", "x.onion", "x.alt", "x.test", "x.invalid"],
    ];
    for (const host of hosts) {
      assert.equal(mediaUrl(`https://${host}/x.png`), undefined, host);
      assert.equal(mediaUrl(`https://${host}:8443/x.png`), undefined, host);
    }
  });

  it("lead to every public host, even one that looks like a private address", () => {
    const hosts = [
      ...[
        "10.example",
        "127.0.0.1.example",
        "localhost.example",
        "notlocalhost.example",
        "192.168.example.com",
        "fc00.example",
      ],
      ...[
        "11.0.0.1",
        "126.0.0.1",
        "128.0.0.1",
        "169.253.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.167.0.1",
        "193.168.0.1",
      ],
      ...["100.63.0.1", "100.128.0.1", "1.10.0.1", "8.8.8.8", "[2606:4700::1]", "[2001:4860:4860::8888]"],
      ...["local.example.com", "internal.dev", "lan.network", "localhost.shop.example.", "home.example.org"],
    ];
    for (const host of hosts) assert.equal(mediaUrl(`https://${host}/x.png`), `https://${host}/x.png`, host);
  });
});
