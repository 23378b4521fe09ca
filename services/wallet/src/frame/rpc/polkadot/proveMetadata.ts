import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { blake2b } from '@noble/hashes/blake2.js'
import { polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import { toHex } from '@latchkey/protocol/hex'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import { hasMetadataHash } from './encodeTransaction.ts'
import { knownMetadata } from './knownMetadata.ts'
import type { Metadata } from './readMetadata.ts'

/**
 * Whether the metadata is that of the network's runtime.
 * - `signed`: its hash is in the transaction, so a runtime with other metadata refuses it
 * - `known`: it is in the list of known metadata
 * - `unproved`: only the node says so, so nothing that is read by it may be shown as true
 */
export type MetadataProof =
  | { status: 'signed'; hash: Uint8Array }
  | { status: 'known' | 'unproved' }

/**
 * Proves the metadata that a node has sent.
 * @param claimed the hash that the site asks to sign
 * @throws Fault `transactionRejected` if the site asks to sign another hash, or a hash that the
 *   runtime does not check; `answerInvalid` if it can't be the metadata of a known network
 */
export function proveMetadata(
  metadata: Metadata,
  { networkId, reference, currency }: Network,
  claimed: Uint8Array | undefined,
): MetadataProof {
  if (hasMetadataHash(metadata)) {
    const hash = hashOf(metadata, currency)
    if (claimed && toHex(claimed) !== toHex(hash)) throw fault('transactionRejected')
    return { status: 'signed', hash }
  }
  if (claimed) throw fault('transactionRejected')
  const known = knownMetadata[reference]
  if (known?.[metadata.specVersion] === fingerprintOf(metadata.bytes)) return { status: 'known' }
  // the runtimes of all other networks of the list have checked the hash since 2024
  if (polkadotNetworkOf(networkId) && !known) throw fault('answerInvalid')
  return { status: 'unproved' }
}

/** The hash of metadata that runtimes check. It includes the coin's symbol and decimals. RFC-78 */
function hashOf({ bytes }: Metadata, { symbol, decimals }: Network['currency']): Uint8Array {
  try {
    return merkleizeMetadata(bytes, { tokenSymbol: symbol, decimals }).digest()
  } catch (cause) {
    throw fault('answerInvalid', { cause })
  }
}

/** The hash by which the list knows metadata: Blake2b, 32 bytes, in hexadecimal. */
export const fingerprintOf = (metadata: Uint8Array): string =>
  toHex(blake2b(metadata, { dkLen: 32 }))
