import { toBase58 } from '@latchkey/protocol/base58'
import { readBytes } from './readBytes.ts'

/**
 * A message in an envelope that distinguishes it from transactions and names all its signers.
 */
export type OffchainMessage = {
  /**
   * The accounts that have to sign the message, base58. Empty in the oldest form, which names none.
   */
  signers: readonly string[]
  /**
   * The identifier of the application, 32 bytes as base58. Only version 0 has it; undefined if all
   * its bytes are zero.
   */
  application?: string
  /** The exact content. Bytes that are not UTF-8 are refused. */
  text: string
}

/** The first bytes of each envelope. */
const prefix = Uint8Array.of(0xff, ...new TextEncoder().encode('solana offchain'))

/** Whether bytes begin like an envelope. */
export const isOffchain = (bytes: Uint8Array): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)

/**
 * Reads a message in its envelope, to the last byte. It reads version 1, and the two forms of
 * version 0 that are in use: with signers (Anza's documentation) and without signers (the crate
 * `solana-offchain-message`).
 * @returns undefined for other bytes
 */
export function readOffchainMessage(bytes: Uint8Array<ArrayBuffer>): OffchainMessage | undefined {
  if (!isOffchain(bytes)) return undefined
  const version = bytes[prefix.length]
  const body = bytes.slice(prefix.length + 1)
  const forms = version === 0 ? [readVersion0, readOldest] : version === 1 ? [readVersion1] : []
  const fitting = forms.flatMap((read) => {
    try {
      return [read(body)]
    } catch {
      return [] // the bytes do not have this form
    }
  })
  // bytes that match two forms have two meanings, so they are refused
  return fitting.length === 1 ? fitting[0] : undefined
}

const keyLength = 32
const noApplication = toBase58(new Uint8Array(keyLength))

function readVersion0(body: Uint8Array<ArrayBuffer>): OffchainMessage {
  const reader = readBytes(body)
  const application = toBase58(reader.bytes(keyLength))
  const format = reader.byte()
  const signers = signersIn(reader)
  const text = textOf(reader.bytes(Number(reader.number(2))), format)
  if (reader.remaining() > 0) throw new RangeError('Bytes are left')
  return { signers, text, ...(application !== noApplication && { application }) }
}

function readOldest(body: Uint8Array<ArrayBuffer>): OffchainMessage {
  const reader = readBytes(body)
  const format = reader.byte()
  const text = textOf(reader.bytes(Number(reader.number(2))), format)
  if (reader.remaining() > 0) throw new RangeError('Bytes are left')
  return { signers: [], text }
}

function readVersion1(body: Uint8Array<ArrayBuffer>): OffchainMessage {
  const reader = readBytes(body)
  return { signers: signersIn(reader), text: textOf(reader.bytes(reader.remaining()), 1) }
}

function signersIn(reader: ReturnType<typeof readBytes>): readonly string[] {
  const signers = Array.from({ length: reader.byte() }, () => toBase58(reader.bytes(keyLength)))
  if (signers.length === 0 || new Set(signers).size !== signers.length)
    throw new RangeError('Signers are missing, or there twice')
  return signers
}

/** @param format 0: printable ASCII, 1 and 2: UTF-8 */
function textOf(bytes: Uint8Array, format: number): string {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  if (text === '' || format > 2 || (format === 0 && !/^[ -~]*$/.test(text)))
    throw new RangeError('The content is of another form')
  return text
}
