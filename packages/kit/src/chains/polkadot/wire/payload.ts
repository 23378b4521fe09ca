import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { kitError } from '../../../core/errors/errors.ts'
import type { SignerPayload } from '../signer.ts'
import { bytesOf, hexNumber, hexOf, maxTransactionBytes } from './bytes.ts'
import type { Hex } from './bytes.ts'
import { writeEra } from './era.ts'
import { checksMetadata, writeExtensions } from './extensions.ts'
import type { ExtensionBytes, ExtensionValues } from './extensions.ts'
import type { Runtime } from './runtime.ts'

/** A transaction before it is signed. `call` is the call's bytes. */
export type UnsignedTransaction = ExtensionBytes & { call: Uint8Array }

/**
 * What a payload is made of. `height` and `blockHash` are those of a recent block, with which the
 * transaction's era begins.
 */
export type PayloadParts = {
  address: string
  call: Uint8Array
  genesisHash: Hex
  blockHash: Hex
  height: number
  nonce: number
}

/** Writes the payload that a wallet signs: without a tip, and mortal for 64 blocks. */
export function createPayload(runtime: Runtime, parts: PayloadParts): SignerPayload {
  const { address, call, genesisHash, blockHash, height, nonce } = parts
  return {
    address,
    blockHash,
    blockNumber: hexNumber(height, 4),
    era: hexOf(writeEra(height)),
    genesisHash,
    method: hexOf(call),
    ...(checksMetadata(runtime) && { mode: 0 as const }),
    nonce: hexNumber(nonce, 4),
    signedExtensions: runtime.extensions.map(({ identifier }) => identifier),
    specVersion: hexNumber(runtime.specVersion, 4),
    tip: hexNumber(0, 16),
    transactionVersion: hexNumber(runtime.transactionVersion, 4),
    version: 4,
    withSignedTransaction: true,
  }
}

/**
 * Reads what the extensions of a payload contain.
 * @throws KitError invalidParams for a payload of another form, and for a fee in another token
 */
export function valuesOf(payload: SignerPayload): ExtensionValues {
  const { era, nonce, tip, assetId, mode = 0, metadataHash } = payload
  const hash = (value: unknown) => bytesOf(value, [32, 32])
  const [blockHash, genesisHash] = [hash(payload.blockHash), hash(payload.genesisHash)]
  const eraBytes = bytesOf(era, [1, 2])
  const isNumber = [nonce, tip].every((value) => /^0x[\da-f]{1,32}$/i.test(value))
  const hashOfMetadata = mode === 1 ? hash(metadataHash) : undefined
  if (
    !blockHash ||
    !genesisHash ||
    !eraBytes ||
    !isNumber ||
    Number(nonce) > 0xffff_ffff ||
    (eraBytes.length === 1 && eraBytes[0] !== 0) ||
    assetId !== undefined ||
    (mode === 1 && !hashOfMetadata)
  )
    throw kitError('invalidParams')
  return {
    era: eraBytes,
    // an immortal transaction names the first block
    blockHash: eraBytes.length === 1 ? genesisHash : blockHash,
    genesisHash,
    nonce: Number(nonce),
    tip: BigInt(tip),
    metadataHash: hashOfMetadata,
  }
}

/**
 * The transaction of a payload, before it is signed.
 * @throws KitError invalidParams for a payload of another form; actionNotAllowed for a network
 *   whose transactions have unknown parts
 */
export function readPayload(runtime: Runtime, payload: SignerPayload): UnsignedTransaction {
  const call = bytesOf(payload.method, [2, maxTransactionBytes])
  if (!call) throw kitError('invalidParams')
  return { call, ...writeExtensions(runtime, valuesOf(payload)) }
}

/** The bytes that a key signs: those of the transaction, or their hash where they are many. */
export function bytesToSign({ call, extra, additional }: UnsignedTransaction): Uint8Array {
  const bytes = concatBytes(call, extra, additional)
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}
