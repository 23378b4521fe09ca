import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import type { MetadataLookup } from '@polkadot-api/metadata-builders'
import {
  Blake2256,
  compactBn,
  decAnyMetadata,
  u32,
  unifyMetadata,
} from '@polkadot-api/substrate-bindings'
import { ProviderError } from 'latchkey/testing'
import type { Runtime } from './askPolkadot.ts'
import { fromHex, numberOf } from './hex.ts'

/** A call of a pallet, as the chain's metadata reads it. */
export type Call = { pallet: string; name: string; args: unknown }

/**
 * A transaction that the phone has read.
 * - `signed`: the bytes to sign
 * - `extra`: what follows the signature in the extrinsic, before the call
 * - `period`: in how many blocks it can be included. Undefined: in any block, for ever
 */
export type PolkadotTransaction = {
  call: Call
  method: Uint8Array
  tip: bigint
  signed: Uint8Array
  extra: Uint8Array
  period: number | undefined
}

type Payload = Readonly<Record<string, unknown>>

/** A longer message is signed by its hash. Source: Substrate's `SignedPayload` */
const maxSigned = 256

/**
 * Reads a transaction by the metadata of its chain. Source: `SignerPayloadJSON` of @polkadot/types
 * @throws ProviderError -32602 for a transaction that the phone can't read whole
 */
export function readPayload(
  payload: Payload,
  { specVersion, metadata }: Runtime,
): PolkadotTransaction {
  const lookup = getLookupFn(unifyMetadata(decAnyMetadata(metadata)))
  const method = fromHex(payload['method'])
  if (!method) throw unreadable('it has no call')
  if (payload['version'] !== 4) throw unreadable('its version is not 4')
  if (numberOf(payload['specVersion']) !== BigInt(specVersion))
    throw unreadable('the chain has another version by now')
  if (payload['assetId'] !== undefined) throw unreadable('its fee is in another asset')
  const { extra, additional } = extensionsOf(payload, lookup)
  const message = Uint8Array.from([...method, ...extra, ...additional])
  return {
    call: readCall(method, lookup),
    method,
    tip: numberOf(payload['tip']) ?? 0n,
    extra: Uint8Array.from(extra),
    period: periodOf(eraIn(payload)),
    signed: message.length > maxSigned ? Blake2256(message) : message,
  }
}

function readCall(method: Uint8Array, lookup: MetadataLookup): Call {
  try {
    if (lookup.call === null) throw new RangeError('The metadata has no calls')
    const codec = getDynamicBuilder(lookup).buildDefinition(lookup.call)
    const { type, value } = codec.dec(method) as { type: string; value: Named } // an enum of enums
    if (codec.enc({ type, value }).length !== method.length)
      throw new RangeError('Bytes after the call')
    return { pallet: type, name: value.type, args: value.value }
  } catch {
    throw unreadable('the chain has no such call')
  }
}

type Named = { type: string; value: unknown }

/** What an extension adds to the extrinsic, and what it adds to the signed bytes alone. */
type Parts = readonly [extra: Uint8Array, additional: Uint8Array]
type Extension = { identifier: string; type: number; additionalSigned: number }

/** The bytes of the payload's extensions, in the order of the chain. */
function extensionsOf(payload: Payload, lookup: MetadataLookup) {
  const names: unknown = payload['signedExtensions']
  const extensions = lookup.metadata.extrinsic.extensionsByVersion[0] ?? []
  const isSameList =
    Array.isArray(names) &&
    names.length === extensions.length &&
    extensions.every(({ identifier }, index) => identifier === names[index])
  if (!isSameList) throw unreadable('the chain has other extensions')
  const parts = extensions.map((extension) => partsOf(extension, payload, lookup))
  return {
    extra: parts.flatMap(([extra]) => [...extra]),
    additional: parts.flatMap(([, additional]) => [...additional]),
  }
}

function partsOf(extension: Extension, payload: Payload, lookup: MetadataLookup): Parts {
  const { identifier, type, additionalSigned } = extension
  const known = Object.hasOwn(extensionParts, identifier) && extensionParts[identifier]
  if (known) return known(payload)
  // an extension without content adds nothing, whatever it checks
  if (isEmpty(lookup, type) && isEmpty(lookup, additionalSigned)) return [none, none]
  throw unreadable(`it has the extension ${identifier}`)
}

const isEmpty = (lookup: MetadataLookup, id: number): boolean => lookup(id).type === 'void'

const none = new Uint8Array()

/** The extensions with content, by name. Source: `signedExtensions` of @polkadot/types */
const extensionParts: Readonly<Record<string, (payload: Payload) => Parts>> = {
  CheckSpecVersion: (payload) => [none, u32.enc(Number(number(payload, 'specVersion')))],
  CheckTxVersion: (payload) => [none, u32.enc(Number(number(payload, 'transactionVersion')))],
  CheckGenesis: (payload) => [none, bytes(payload, 'genesisHash', 32)],
  CheckMortality: (payload) => [eraIn(payload), bytes(payload, 'blockHash', 32)],
  CheckNonce: (payload) => [compactBn.enc(number(payload, 'nonce')), none],
  ChargeTransactionPayment: (payload) => [compactBn.enc(number(payload, 'tip')), none],
  // a tip, and no asset to pay the fee with
  ChargeAssetTxPayment: (payload) => [
    Uint8Array.from([...compactBn.enc(number(payload, 'tip')), 0]),
    none,
  ],
  CheckMetadataHash: (payload) =>
    payload['mode'] === 1
      ? [Uint8Array.of(1), Uint8Array.from([1, ...bytes(payload, 'metadataHash', 32)])]
      : [Uint8Array.of(0), Uint8Array.of(0)],
}

function number(payload: Payload, field: string): bigint {
  const value = numberOf(payload[field])
  if (value === undefined) throw unreadable(`its ${field} is no number`)
  return value
}

function bytes(payload: Payload, field: string, length?: number): Uint8Array {
  const value = fromHex(payload[field])
  if (!value || (length !== undefined && value.length !== length))
    throw unreadable(`its ${field} has another form`)
  return value
}

/**
 * The bytes of the era. With any others, the chain would read its end as the nonce and the tip, and
 * the person would have seen another tip. Source: `sp_runtime::generic::Era`
 */
function eraIn(payload: Payload): Uint8Array {
  const era = bytes(payload, 'era')
  const isImmortal = era.length === 1 && era[0] === 0
  const period = periodOf(era)
  const isMortal = era.length === 2 && period !== undefined && period >= 4 && phaseOf(era) < period
  if (!isImmortal && !isMortal) throw unreadable('its era has another form')
  return era
}

const codeOf = ([low = 0, high = 0]: Uint8Array): number => low | (high << 8)

const periodOf = (era: Uint8Array): number | undefined =>
  era.length === 1 ? undefined : 2 << (codeOf(era) & 15)

const phaseOf = (era: Uint8Array): number =>
  (codeOf(era) >> 4) * Math.max((periodOf(era) ?? 0) >> 12, 1)

const unreadable = (reason: string) =>
  new ProviderError(-32602, `The phone does not sign this transaction: ${reason}.`)
