import { combine, split } from 'shamir-secret-sharing'

/**
 * Three shares of an entropy. Any two shares restore the entropy, and one share alone reveals
 * nothing. The caller wipes them.
 */
export type Shares = {
  device: Uint8Array<ArrayBuffer>
  server: Uint8Array<ArrayBuffer>
  recovery: Uint8Array<ArrayBuffer>
}

/** Splits an entropy, differently each time. */
export async function splitEntropy(entropy: Uint8Array): Promise<Shares> {
  const [device, server, recovery] = await split(entropy, 3, 2)
  if (!device || !server || !recovery) throw new Error('Three shares were asked for')
  return {
    device: new Uint8Array(device),
    server: new Uint8Array(server),
    recovery: new Uint8Array(recovery),
  }
}

/**
 * Restores the entropy from two shares of one split. Shares of different splits give another
 * entropy, not an error, so the caller compares the address.
 * @throws Error when the two shares do not even have the form of shares of one split
 */
export async function joinShares(
  first: Uint8Array,
  second: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await combine([first, second]))
}
