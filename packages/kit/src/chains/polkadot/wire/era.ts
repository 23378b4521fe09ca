/** The number of blocks in which a transaction of the kit can get into a block. */
export const eraPeriod = 64

/**
 * The blocks that can include a transaction: from `birth` to `lastHeight`. Undefined, in place of
 * it, is an era without an end.
 */
export type Era = { birth: number; lastHeight: number }

/**
 * Writes the mortal era of 64 blocks that begins with a block.
 * @param height the height of a block of which the transaction names the hash
 */
export function writeEra(height: number): Uint8Array {
  const exponent = Math.log2(eraPeriod) - 1
  const encoded = exponent | ((height % eraPeriod) << 4)
  return Uint8Array.of(encoded & 0xff, encoded >> 8)
}

/**
 * Reads a mortal era. Undefined for the immortal era, and for bytes of another form. Source:
 * `sp_runtime::generic::Era`
 * @param height the height of a block in the era
 */
export function readEra(bytes: Uint8Array, height: number): Era | undefined {
  const [low = 0, high = 0] = bytes
  if (bytes.length !== 2) return undefined
  const encoded = low | (high << 8)
  const period = 2 << (encoded % 16)
  const phase = (encoded >> 4) * Math.max(period >> 12, 1)
  if (period < 4 || phase >= period) return undefined
  const birth = Math.floor((Math.max(height, phase) - phase) / period) * period + phase
  return { birth, lastHeight: birth + period - 1 }
}
