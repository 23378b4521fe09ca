import type { Block, Hex } from './chopsticks.ts'

/** Milliseconds of a slot of this runtime. */
const slotMs = 12_000

// the hashes of the pallet's and of the item's name
const timestampKey = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb'
const slotKey = '0x57f8dc2f5ab09467896f47300f04243806155b3cd9a8c9e5e9a23fd5dc13a5ed'

/**
 * Calls `build` while a block reads another time from its storage, so that the block that is built
 * on it has the present time. Chopsticks adds one slot to the time of the parent, so its time would
 * run ahead with each quick block, and stand still while nothing happens.
 */
export async function atTime<value>(
  head: Block,
  now: number,
  build: () => Promise<value>,
): Promise<value> {
  const last = Number(u64Of(await head.get(timestampKey)))
  // time never goes back, even if the machine's clock does
  const before = BigInt(Math.max(now, last + 1) - slotMs)
  head.pushStorageLayer().setAll({
    [timestampKey]: hexOf(before),
    [slotKey]: hexOf(before / BigInt(slotMs)),
  })
  try {
    return await build()
  } finally {
    head.popStorageLayer()
  }
}

/** A number of 64 bits in little-endian order. */
function hexOf(value: bigint): Hex {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return `0x${bytes.toString('hex')}`
}

const u64Of = (hex: Hex | undefined): bigint =>
  hex === undefined ? 0n : Buffer.from(hex.slice(2), 'hex').readBigUInt64LE()
