import { combine, split } from 'shamir-secret-sharing'

/**
 * Three shares of an entropy; any two of them give it back, and one alone tells nothing. The caller
 * wipes them.
 */
export type Shares = {
  device: Uint8Array<ArrayBuffer>
  server: Uint8Array<ArrayBuffer>
  recovery: Uint8Array<ArrayBuffer>
}

/** Splits an entropy, each time differently. */
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
 * The entropy of two shares of one split. Shares that do not belong together give another entropy,
 * not an error: the caller compares the address.
 * @throws Error when the shares cannot be of one split at all
 */
export async function joinShares(
  first: Uint8Array,
  second: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await combine([first, second]))
}
