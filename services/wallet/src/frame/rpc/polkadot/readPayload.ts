import { fromHex, toHex } from '@latchkey/protocol/hex'
import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { PolkadotAccount } from '../../wallet/polkadotAccount.ts'
import { isHexBytes } from '../hex.ts'
import { isAddressOf } from './requirePolkadotAccount.ts'

/** Maximum of bytes of a call. Larger calls than this change the code of a network. */
export const maxCallBytes = 64 * 1024
/** Maximum of parts of a transaction, and of characters of their names. */
const [maxExtensions, maxName] = [32, 64]

/**
 * A transaction as the site describes it, checked.
 * - `call`: pallet, call and arguments in SCALE
 * - `era`: the bytes of the time in which it is valid. One byte: for ever
 * - `metadataHash`: what the site computed, 32 bytes
 */
export type Payload = {
  call: Uint8Array
  era: Uint8Array
  isImmortal: boolean
  blockHash: Uint8Array
  genesisHash: Uint8Array
  nonce: bigint
  tip: bigint
  specVersion: bigint
  transactionVersion: bigint
  extensions: readonly string[]
  metadataHash: Uint8Array | undefined
}

/**
 * Reads the JSON of a transaction. Members that are not read here are not signed.
 * Source: `SignerPayloadJSON` of @polkadot/types
 * @throws Fault `invalidParams` for another form, a fee in another token, or another version than
 *   4; `unauthorized` for another account; `switchChain` for another network
 */
export function readPayload(account: PolkadotAccount, network: Network, value: unknown): Payload {
  if (!isRecord(value)) throw fault('invalidParams')
  if (!isAddressOf(account, value['address'])) throw fault('unauthorized')
  const genesisHash = readBytes(value['genesisHash'], 32)
  // the reference of a network is the start of the hash. CAIP-2, namespace polkadot
  if (!toHex(genesisHash).startsWith(network.reference)) throw fault('switchChain')
  if (value['version'] !== 4 || !isNothing(value['assetId'])) throw fault('invalidParams')
  const era = readEra(value['era'])
  const isImmortal = era.length === 1
  const blockHash = readBytes(value['blockHash'], 32)
  if (isImmortal && toHex(blockHash) !== toHex(genesisHash)) throw fault('invalidParams')
  return {
    call: readCall(value['method']),
    era,
    isImmortal,
    blockHash,
    genesisHash,
    nonce: readNumber(value['nonce'], 4),
    tip: readNumber(value['tip'], 16),
    specVersion: readNumber(value['specVersion'], 4),
    transactionVersion: readNumber(value['transactionVersion'], 4),
    extensions: readExtensions(value['signedExtensions']),
    metadataHash: readMetadataHash(value['mode'], value['metadataHash']),
  }
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '0x'

function readCall(value: unknown): Uint8Array {
  const isCall =
    typeof value === 'string' && value.length <= 2 + 2 * maxCallBytes && isHexBytes(value)
  // at least the numbers of pallet and call
  if (!isCall || value.length < 6) throw fault('invalidParams')
  return fromHex(value.slice(2))
}

function readBytes(value: unknown, length: number): Uint8Array {
  if (typeof value !== 'string' || value.length !== 2 + 2 * length || !isHexBytes(value))
    throw fault('invalidParams')
  return fromHex(value.slice(2))
}

/** A number as hex in big-endian order, within this many bytes. */
function readNumber(value: unknown, bytes: number): bigint {
  const isNumber = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  if (!isNumber || BigInt(value) >> BigInt(8 * bytes) > 0n) throw fault('invalidParams')
  return BigInt(value)
}

/** The bytes of an era: 0, or two bytes with a period of at least 4 blocks and a place in it. */
function readEra(value: unknown): Uint8Array {
  if (value === '0x00') return Uint8Array.of(0)
  const era = readBytes(value, 2)
  const [low = 0, high = 0] = era
  const code = low | (high << 8)
  const period = 2 << (code & 0xf)
  const phase = (code >> 4) * Math.max(period >> 12, 1)
  if (period < 4 || phase >= period) throw fault('invalidParams')
  return era
}

function readExtensions(value: unknown): readonly string[] {
  const isList = Array.isArray(value) && value.length <= maxExtensions
  if (!isList) throw fault('invalidParams')
  const names: readonly unknown[] = value
  return names.map((name) => {
    if (typeof name !== 'string' || name.length > maxName) throw fault('invalidParams')
    return name
  })
}

/** The hash that the site asks to sign. Mode 0 means that there is none. */
function readMetadataHash(mode: unknown, hash: unknown): Uint8Array | undefined {
  if (mode === 1) return readBytes(hash, 32)
  if ((mode !== 0 && mode !== undefined && mode !== null) || !isNothing(hash))
    throw fault('invalidParams')
  return undefined
}
