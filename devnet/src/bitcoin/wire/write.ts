/** Writes a number of four bytes, the lowest byte first. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Writes a number of eight bytes, the lowest byte first. */
export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** Writes a number in one, three or five bytes. */
export function varInt(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value])
  if (value >= 0x1_0000) return Buffer.concat([Buffer.from([0xfe]), u32(value)])
  const bytes = Buffer.from([0xfd, 0, 0])
  bytes.writeUInt16LE(value, 1)
  return bytes
}

/** Writes bytes with their length before them. */
export const withLength = (bytes: Uint8Array): Buffer =>
  Buffer.concat([varInt(bytes.length), bytes])

/** Writes a number in the way scripts push it, in its shortest form. */
export function pushNumber(value: number): Buffer {
  if (value === 0) return Buffer.from([0])
  if (value <= 16) return Buffer.from([0x50 + value])
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256)
  if ((bytes.at(-1) ?? 0) & 0x80) bytes.push(0)
  return Buffer.from([bytes.length, ...bytes])
}
