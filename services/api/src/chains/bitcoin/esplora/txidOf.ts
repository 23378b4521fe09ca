import { createHash } from 'node:crypto'

/** The parts of a transaction that its id commits to. */
type Parts = {
  version: number
  locktime: number
  vin: readonly { txid: string; vout: number; scriptsig: string; sequence: number }[]
  vout: readonly { scriptpubkey: string; value: bigint }[]
}

/**
 * The id of a transaction: the double SHA-256 of its bytes without witnesses, in the order that
 * people read. BIP-144
 */
export function txidOf({ version, locktime, vin, vout }: Parts): string {
  const bytes = Buffer.concat([
    uint32(version >>> 0),
    size(vin.length),
    ...vin.flatMap((input) => [
      Buffer.from(input.txid, 'hex').reverse(),
      uint32(input.vout),
      ...script(input.scriptsig),
      uint32(input.sequence),
    ]),
    size(vout.length),
    ...vout.flatMap(({ value, scriptpubkey }) => [uint64(value), ...script(scriptpubkey)]),
    uint32(locktime),
  ])
  return sha256(sha256(bytes)).reverse().toString('hex')
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** A script in hex, with its length before it. */
function script(hex: string): readonly Buffer[] {
  const bytes = Buffer.from(hex, 'hex')
  return [size(bytes.byteLength), bytes]
}

/** A number of items: in one byte, or in more after a byte that says how many. */
function size(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value])
  const isShort = value <= 0xffff
  const bytes = Buffer.alloc(isShort ? 3 : 5)
  bytes[0] = isShort ? 0xfd : 0xfe
  if (isShort) bytes.writeUInt16LE(value, 1)
  else bytes.writeUInt32LE(value, 1)
  return bytes
}
