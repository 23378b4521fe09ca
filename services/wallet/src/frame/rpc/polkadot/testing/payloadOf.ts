import { toHex } from '@latchkey/protocol/hex'
import { readMetadata } from '../readMetadata.ts'
import type { Chain } from './todaysMetadata.ts'

/** The JSON of a transaction, as `@polkadot/api` writes it. */
export function payloadOf(
  { metadata, genesisHash }: Chain,
  address: string,
  method: Uint8Array,
  changes: object = {},
) {
  const { specVersion, extensions } = readMetadata(metadata)
  return {
    address,
    blockHash: `0x${'7'.repeat(64)}`,
    blockNumber: '0x00000064',
    era: '0x4502',
    genesisHash,
    method: `0x${toHex(method)}`,
    nonce: '0x00000003',
    signedExtensions: extensions.map(({ identifier }) => identifier),
    specVersion: `0x${specVersion.toString(16).padStart(8, '0')}`,
    tip: '0x00000000000000000000000000000000',
    transactionVersion: '0x0000000f',
    version: 4,
    ...changes,
  }
}
