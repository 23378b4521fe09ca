/** Reads bytes from front to back. Every step throws a RangeError when too few bytes remain. */
export type Reader = {
  byte: () => number
  bytes: (count: number) => Uint8Array<ArrayBuffer>
  /**
   * Reads a compact-u16: seven bits a byte, and the eighth says that another byte follows. Only
   * the shortest form is valid, as for the network.
   */
  length: () => number
  /** Reads a little-endian whole number of `bytes` bytes. */
  number: (bytes: number) => bigint
  /** Reads a list after its length. */
  list: <item>(read: () => item) => readonly item[]
  /** The number of remaining bytes. */
  remaining: () => number
}

/** Creates a reader of bytes. */
export function readBytes(all: Uint8Array<ArrayBuffer>): Reader {
  let at = 0
  const bytes = (count: number) => {
    if (at + count > all.length) throw new RangeError('The bytes end too early')
    at += count
    return all.slice(at - count, at)
  }
  const byte = () => bytes(1)[0] ?? 0
  const length = () => {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const next = byte()
      value |= (next & 0x7f) << (7 * index)
      if (next >= 0x80) continue
      if ((next === 0 && index > 0) || value > 0xffff) break
      return value
    }
    throw new RangeError('A length is written in another form')
  }
  return {
    byte,
    bytes,
    length,
    number: (count) => bytes(count).reduceRight((sum, next) => sum * 256n + BigInt(next), 0n),
    list: (read) => Array.from({ length: length() }, read),
    remaining: () => all.length - at,
  }
}
