import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromHex } from '../hex.ts'
import { digitsOf } from './hex.ts'
import type { Hex } from './hex.ts'
import { recoverAccount } from './recoverAccount.ts'
import type { RecoverKey } from './recoverAccount.ts'

/** The authorization of a delegation (EIP-7702), in the form that `eth_call` takes. */
export type Authorization = Readonly<
  Record<'chainId' | 'address' | 'nonce' | 'yParity' | 'r' | 's', Hex>
>

/**
 * A signature of one of four kinds. Its last 32 bytes show whether it is wrapped. `inner` is the
 * account's own signature; `to` and `data` are the call that prepares the account.
 */
export type ReadSignature =
  | { status: 'plain' }
  | { status: 'broken' }
  /** The signature of an account that is not deployed yet. ERC-6492 */
  | { status: 'undeployed'; inner: Hex; to: Hex; data: Hex }
  /**
   * The signature of an account that is not delegated yet to the code that `authorization` names.
   * `signer` is the account that has signed the authorization. ERC-8010
   */
  | {
      status: 'undelegated'
      inner: Hex
      to: Hex
      data: Hex
      authorization: Authorization
      signer: Hex | undefined
    }

const ends = { undeployed: '6492'.repeat(16), undelegated: '8010'.repeat(16) }
const word = 64
/**
 * The maximum number of hex digits of a wrapped signature. `preparedCallCode` writes lengths in
 * three bytes, and no node runs longer code. EIP-3860, EIP-7907
 */
const maxDigits = 2 * 1024 * 1024

/**
 * Reads a signature strictly. A signature that ends like a wrapped one is `broken`, unless it is
 * exactly the standard's encoding of its values. So the same content has only one spelling.
 */
export function readSignature(signature: Hex, recover: RecoverKey): ReadSignature {
  const digits = signature.slice(2).toLowerCase()
  const isWrapped = digits.endsWith(ends.undeployed) || digits.endsWith(ends.undelegated)
  if (isWrapped && digits.length > maxDigits) return { status: 'broken' }
  if (digits.endsWith(ends.undeployed))
    return readUndeployed(digits.slice(0, -word)) ?? { status: 'broken' }
  if (digits.endsWith(ends.undelegated))
    return readUndelegated(digits.slice(0, -word), recover) ?? { status: 'broken' }
  return { status: 'plain' }
}

/** Reads `(address to, bytes data, bytes signature)`, the form of ERC-6492. */
function readUndeployed(digits: string): ReadSignature | undefined {
  const to = addressAt(digits, 0)
  const data = bytesAt(digits, 3 * word)
  const inner = data === undefined ? undefined : bytesAt(digits, 3 * word + lengthOf(data))
  if (to === undefined || data === undefined || inner === undefined) return undefined
  const right = digitsOf(3 * 32, 32) + digitsOf(3 * 32 + lengthOf(data) / 2, 32)
  if (
    digits.slice(word, 3 * word) !== right ||
    digits.length !== 3 * word + lengthOf(data) + lengthOf(inner)
  )
    return undefined
  return { status: 'undeployed', to, data: `0x${data}`, inner: `0x${inner}` }
}

/**
 * Reads the form of ERC-8010: the signature, `(authorization, address to, bytes data)`, and the
 * latter's length.
 */
function readUndelegated(digits: string, recover: RecoverKey): ReadSignature | undefined {
  const length = 2 * numberAt(digits, digits.length - word)
  const begin = digits.length - word - length
  if (!(begin >= 0)) return undefined
  const suffix = digits.slice(begin, -word)
  const [delegate, to, data] = [
    addressAt(suffix, word),
    addressAt(suffix, 6 * word),
    bytesAt(suffix, 8 * word),
  ]
  if (
    delegate === undefined ||
    to === undefined ||
    data === undefined ||
    suffix.slice(7 * word, 8 * word) !== digitsOf(8 * 32, 32) ||
    suffix.length !== 8 * word + lengthOf(data)
  )
    return undefined
  const [chainId, nonce, yParity] = [0, 2, 3].map((index) =>
    BigInt(`0x${suffix.slice(index * word, (index + 1) * word)}`),
  )
  const [r, s] = [suffix.slice(4 * word, 5 * word), suffix.slice(5 * word, 6 * word)]
  if (
    chainId === undefined ||
    nonce === undefined ||
    yParity === undefined ||
    chainId >> 64n ||
    nonce >> 64n ||
    yParity > 1n
  )
    return undefined
  const hash = keccak_256(
    Uint8Array.from([
      5,
      ...rlpList([rlpNumber(chainId), rlp(fromHex(delegate.slice(2))), rlpNumber(nonce)]),
    ]),
  )
  const signer = recoverAccount(hash, `0x${r}${s}${digitsOf(yParity, 1)}`, recover)
  const authorization = {
    chainId: quantity(chainId),
    address: delegate,
    nonce: quantity(nonce),
    yParity: quantity(yParity),
    r: quantity(BigInt(`0x${r}`)),
    s: quantity(BigInt(`0x${s}`)),
  }
  return {
    status: 'undelegated',
    inner: `0x${digits.slice(0, begin)}`,
    to,
    data: `0x${data}`,
    authorization,
    signer,
  }
}

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** Reads a number below 2^32; NaN if it is larger or missing. */
function numberAt(digits: string, at: number): number {
  const text = digits.slice(at, at + word)
  return at >= 0 && text.length === word && /^0{56}/.test(text) ? Number.parseInt(text, 16) : NaN
}

function addressAt(digits: string, at: number): Hex | undefined {
  const text = digits.slice(at, at + word)
  return text.length === word && /^0{24}/.test(text) ? `0x${text.slice(24)}` : undefined
}

/**
 * Reads the digits of bytes: their length stands before them, padding to a whole word after them.
 */
function bytesAt(digits: string, at: number): string | undefined {
  const length = 2 * numberAt(digits, at)
  const bytes = digits.slice(at + word, at + word + length)
  return bytes.length === length &&
    /^0*$/.test(digits.slice(at + word + length, at + lengthOf(bytes)))
    ? bytes
    : undefined
}

/** Returns how many digits bytes take, with their length and their padding to a whole word. */
const lengthOf = (bytes: string) => word + word * Math.ceil(bytes.length / word)

const rlp = (bytes: Uint8Array) =>
  bytes.length === 1 && (bytes[0] ?? 0) < 0x80
    ? bytes
    : Uint8Array.from([0x80 + bytes.length, ...bytes])
const rlpNumber = (value: bigint) =>
  rlp(value === 0n ? new Uint8Array() : fromHex(evenOf(value.toString(16))))
const evenOf = (digits: string) => (digits.length % 2 ? `0${digits}` : digits)
/**
 * Encodes a list shorter than 56 bytes: an address and two numbers of 64 bits have at most 39
 * bytes.
 */
const rlpList = (parts: readonly Uint8Array[]) =>
  Uint8Array.from([
    0xc0 + parts.reduce((sum, part) => sum + part.length, 0),
    ...parts.flatMap((part) => [...part]),
  ])
