/** Which images behind URLs are fetched: none by default, and otherwise from the public internet alone. */

import { DEFAULT_URL_POLICY } from "@parlance/runtime/images";
import { describe, expect, it } from "vitest";
import { isPublic, type Network } from "../../src/images/source/address.js";
import { allowedUrl } from "../../src/images/source/allowed-url.js";
import { fetched, image, local, recognisedFrom, serve } from "./fetched.js";

/** Names of a public host that the local servers play; all other names and addresses are as they are. */
function publicHost(...hosts: readonly string[]): Network {
  return {
    addressesOf: async (host) => [{ address: hosts.includes(host) ? "93.184.216.34" : "127.0.0.1", family: 4 }],
    reach: (address) => (address.address === "93.184.216.34" ? { address: "127.0.0.1", family: 4 } : address),
  };
}

describe("an image behind a URL", () => {
  it("is fetched when the policy allows it", async () => {
    const { port, asked } = await serve((_, response) => response.end(image));
    const { recognition, shown } = await recognisedFrom(`http://127.0.0.1:${port}/a.png?x=1`, local);
    expect(recognition).toMatchObject({ status: "completed", vision: { text: "seen" } });
    expect(shown).toEqual([{ mime_type: "image/png", data: image.toString("base64") }]);
    expect(asked).toEqual(["/a.png?x=1"]);
  });

  it("is not fetched by default", async () => {
    const { port, asked } = await serve((_, response) => response.end(image));
    const { recognition } = await recognisedFrom(`http://127.0.0.1:${port}/`, undefined);
    expect(recognition.error).toMatchObject({ code: "url_denied", retryable: false });
    expect(asked).toEqual([]);
  });

  it("says nothing of the URL in its error", async () => {
    const { recognition } = await recognisedFrom("http://127.0.0.1:9/secret?token=abc", local);
    expect(recognition.error).toEqual({
      code: "network_failed",
      message: "the server of the image could not be reached, or the connection broke",
      retryable: true,
    });
  });

  it.each([
    "file:///etc/passwd",
    "ftp://127.0.0.1/a.png",
    "gopher://127.0.0.1/",
    "http://user:password@127.0.0.1/",
    "http://user@127.0.0.1/",
    "https://:password@127.0.0.1/",
  ])("is refused for what its URL is: %s", async (url) => {
    await expect(fetched(url)).rejects.toMatchObject({ code: "url_denied" });
  });

  it("comes from the allowed hosts alone, redirects included, whatever the letter case and final dot", async () => {
    const policy = { ...DEFAULT_URL_POLICY, allowed_hosts: ["images.example"] };
    const network = publicHost("images.example", "images.example.", "other.example");
    const { port } = await serve(({ url }, response) => {
      if (url === "/away") response.writeHead(302, { location: `http://other.example:${port}/` });
      response.end(image);
    });
    expect(await fetched(`http://IMAGES.example.:${port}/`, policy, 1e6, network)).toEqual(image);
    for (const url of [
      `http://other.example:${port}/`,
      `http://images.example.evil:${port}/`,
      `http://images.example:${port}/away`,
    ])
      await expect(fetched(url, policy, 1e6, network)).rejects.toMatchObject({ code: "url_denied" });
  });
});

describe("addresses", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://0/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200/",
    "http://198.18.0.1/",
    "http://192.0.0.192/",
    "http://192.0.2.1/",
    "http://192.88.99.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:93.184.216.34]/",
    "http://[::127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:db8::1]/",
    "http://[100::1]/",
    "http://[4000::1]/",
  ])("are refused unless they are public: %s", async (url) => {
    await expect(fetched(url, DEFAULT_URL_POLICY)).rejects.toMatchObject({ code: "address_denied" });
  });

  it("addresses of this machine are refused also with the final dot that some resolvers take", async () => {
    await expect(fetched("http://localhost./", DEFAULT_URL_POLICY)).rejects.toMatchObject({
      code: expect.stringMatching(/^(address_denied|network_failed)$/),
    });
  });

  it("are public where anybody may have them", () => {
    for (const address of ["93.184.216.34", "8.8.8.8", "172.15.0.1", "2606:2800:220:1::1"])
      expect(isPublic(address)).toBe(true);
    for (const address of ["", "localhost", "1.2.3", "fe80::1%eth0", "93.184.216.34 "])
      expect(isPublic(address)).toBe(false);
  });

  it("addresses of a name are refused when a single one is private", async () => {
    const network: Network = {
      addressesOf: async () => [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
      reach: (address) => address,
    };
    await expect(fetched("http://mixed.example/", DEFAULT_URL_POLICY, 1e6, network)).rejects.toMatchObject({
      code: "address_denied",
    });
  });

  it("addresses of a name are asked for once, so that it cannot point elsewhere after the check", async () => {
    const { port } = await serve((_, response) => response.end(image));
    let asked = 0;
    const rebinding: Network = {
      ...publicHost(),
      addressesOf: async () => [{ address: asked++ === 0 ? "93.184.216.34" : "10.0.0.1", family: 4 }],
    };
    expect(await fetched(`http://rebinding.example:${port}/`, DEFAULT_URL_POLICY, 1e6, rebinding)).toEqual(image);
    expect(asked).toBe(1);
  });

  it("addresses that cannot be found are a network failure", async () => {
    const failing: Network = {
      addressesOf: () => Promise.reject(new Error("ENOTFOUND secret.example")),
      reach: (one) => one,
    };
    const none: Network = { ...failing, addressesOf: async () => [] };
    for (const network of [failing, none])
      await expect(fetched("http://secret.example/", DEFAULT_URL_POLICY, 1e6, network)).rejects.toMatchObject({
        code: "network_failed",
        message: "the server of the image could not be reached, or the connection broke",
      });
  });
});

it("follows no redirect from a secure place to one that is not", () => {
  const secure = new URL("https://public.example/");
  expect(allowedUrl("/a", secure, DEFAULT_URL_POLICY).href).toBe("https://public.example/a");
  expect(() => allowedUrl("http://public.example/", secure, DEFAULT_URL_POLICY)).toThrow(
    "the URL of the image may not be fetched",
  );
});

it("takes no answer over a connection that should be secure and is not", async () => {
  const { port } = await serve((_, response) => response.end(image));
  await expect(fetched(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "network_failed" });
});

describe("a redirect", () => {
  const network = publicHost("public.example");

  it("is followed, also to a relative place", async () => {
    const { port, asked } = await serve(({ url }, response) => {
      if (url === "/a") response.writeHead(302, { location: "b" });
      else if (url === "/b") response.writeHead(308, { location: `http://public.example:${port}/c` });
      response.end(image);
    });
    expect(await fetched(`http://public.example:${port}/a`, DEFAULT_URL_POLICY, 1e6, network)).toEqual(image);
    expect(asked).toEqual(["/a", "/b", "/c"]);
  });

  it.each([
    ["http://127.0.0.1:1/", "address_denied"],
    ["http://169.254.169.254/latest/", "address_denied"],
    ["http://[::1]/", "address_denied"],
    ["//2130706433/", "address_denied"],
    ["http://private.example/", "address_denied"],
    ["http://user:password@public.example/", "url_denied"],
    ["file:///etc/passwd", "url_denied"],
    ["data:image/png;base64,AAAA", "url_denied"],
    ["http://", "bad_response"],
    ["http://[::1", "bad_response"],
  ])("a redirect to %s is refused", async (location, code) => {
    const { port, asked } = await serve((_, response) => response.writeHead(302, { location }).end());
    const url = `http://public.example:${port}/`;
    await expect(fetched(url, DEFAULT_URL_POLICY, 1e6, network)).rejects.toMatchObject({ code });
    expect(asked).toEqual(["/"]);
  });

  it("a redirect without a place is refused", async () => {
    const { port } = await serve((_, response) => response.writeHead(301).end());
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "bad_response" });
  });

  it("a redirect in circles ends after as many as the policy allows", async () => {
    const { port, asked } = await serve((_, response) => response.writeHead(307, { location: "/again" }).end());
    await expect(fetched(`http://127.0.0.1:${port}/`, { ...local, max_redirects: 2 })).rejects.toMatchObject({
      code: "too_many_redirects",
    });
    expect(asked).toHaveLength(3);
  });
});
