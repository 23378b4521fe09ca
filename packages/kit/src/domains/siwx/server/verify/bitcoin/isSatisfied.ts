import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Transaction } from '@scure/btc-signer'
import { isSameBytes } from '../claim.ts'
import { hash160, sha256x2 } from './hash160.ts'
import type { BitcoinLibrary } from './library.ts'

/** The input that signatures have to unlock, and its transaction. */
export type Spend = {
  script: Uint8Array
  transaction: Transaction
  /**
   * The data that keys sign for an input without segwit, without the signature type. Segwit signs
   * other data: BIP-143
   */
  legacy: () => Uint8Array
  /** The data that unlocks an input without segwit. */
  unlock: readonly Uint8Array[]
}

/** SIGHASH_ALL: the signature covers the whole transaction. */
const all = 1

/**
 * Whether valid signatures of its key or keys unlock an input. Each signature must cover the whole
 * transaction.
 */
export function isSatisfied(
  library: BitcoinLibrary,
  { script, transaction, legacy, unlock }: Spend,
  witness: readonly Uint8Array[],
): boolean {
  const { OutScript } = library
  const out = OutScript.decode(script)
  const [first, second] = witness
  if (out?.type === 'pkh') {
    const [signature, key] = unlock
    const hash = () => sha256x2(Uint8Array.from([...legacy(), all, 0, 0, 0]))
    return (
      witness.length === 0 &&
      unlock.length === 2 &&
      signature !== undefined &&
      key !== undefined &&
      isSameBytes(out.hash, hash160(key)) &&
      isOf(signature, key, hash())
    )
  }
  if (unlock.length > 0) return false
  if (out?.type === 'wpkh') {
    if (
      witness.length !== 2 ||
      !first ||
      second?.length !== 33 ||
      !isSameBytes(out.hash, hash160(second))
    )
      return false
    return isOf(
      first,
      second,
      transaction.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash: out.hash }), all, 0n),
    )
  }
  if (out?.type === 'wsh') return isSatisfiedByKeys(library, out.hash, transaction, witness)
  if (out?.type !== 'tr' || witness.length !== 1 || !first) return false
  const kind = first.length === 65 ? first[64] : 0
  const isWhole = first.length === 64 || (first.length === 65 && kind === all)
  return (
    isWhole &&
    schnorr.verify(
      first.slice(0, 64),
      transaction.preimageWitnessV1(0, [script], kind ?? 0, [0n]),
      out.pubkey,
    )
  )
}

/** Whether the required number of keys have signed, in the order of the script. */
function isSatisfiedByKeys(
  { OutScript }: BitcoinLibrary,
  hash: Uint8Array,
  transaction: Transaction,
  witness: readonly Uint8Array[],
): boolean {
  const [empty, ...rest] = witness
  const script = rest.pop()
  if (empty?.length !== 0 || !script || !isSameBytes(hash, sha256(script))) return false
  const inner = OutScript.decode(script)
  if (inner?.type !== 'ms' || rest.length !== inner.m) return false
  const signed = transaction.preimageWitnessV0(0, script, all, 0n)
  const keys = [...inner.pubkeys]
  return rest.every((signature) => {
    for (let key = keys.shift(); key; key = keys.shift())
      if (isOf(signature, key, signed)) return true
    return false
  })
}

/** Whether a key has signed a hash. The signature is in DER, followed by its type. */
function isOf(signature: Uint8Array, key: Uint8Array, hash: Uint8Array): boolean {
  return (
    signature.at(-1) === all &&
    secp256k1.verify(signature.slice(0, -1), hash, key, { prehash: false, format: 'der' })
  )
}
