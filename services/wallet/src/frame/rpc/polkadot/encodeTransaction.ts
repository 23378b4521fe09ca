import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { fault } from '../../bridge/Fault.ts'
import { isEmptyType } from './decodeValue.ts'
import type { Extension, Metadata } from './readMetadata.ts'
import type { Payload } from './readPayload.ts'
import { compactOf, toLittleEndian } from './scale.ts'

/**
 * A transaction, ready to sign.
 * - `toSign`: what the key signs
 * - `withSignature`: the whole transaction with a signature of sr25519, as nodes take it
 */
export type EncodedTransaction = {
  toSign: Uint8Array
  withSignature(signature: Uint8Array): Uint8Array
}

/** Bytes above which the hash of what is to be signed is signed. */
const maxPlain = 256
/** The first byte of a signed transaction of version 4. */
const signedVersion = 0x84
/** The numbers of the variants `Id` of addresses and `Sr25519` of signatures. */
const [addressById, signatureOfSr25519] = [0, 1]

const none = new Uint8Array()
const u32 = (value: bigint) => toLittleEndian(value, 4)

type Parts = { payload: Payload; metadataHash: Uint8Array | undefined }

/** The bytes of each known part: those in the transaction, and those that are only signed. */
const known: Readonly<Record<string, (parts: Parts) => [Uint8Array, Uint8Array]>> = {
  CheckSpecVersion: ({ payload }) => [none, u32(payload.specVersion)],
  CheckTxVersion: ({ payload }) => [none, u32(payload.transactionVersion)],
  CheckGenesis: ({ payload }) => [none, payload.genesisHash],
  CheckMortality: ({ payload }) => [payload.era, payload.blockHash],
  CheckEra: ({ payload }) => [payload.era, payload.blockHash],
  CheckNonce: ({ payload }) => [compactOf(payload.nonce), none],
  ChargeTransactionPayment: ({ payload }) => [compactOf(payload.tip), none],
  // the fee is paid in the network's own coin
  ChargeAssetTxPayment: ({ payload }) => [
    concatBytes(compactOf(payload.tip), Uint8Array.of(0)),
    none,
  ],
  CheckMetadataHash: ({ metadataHash }) =>
    metadataHash
      ? [Uint8Array.of(1), concatBytes(Uint8Array.of(1), metadataHash)]
      : [Uint8Array.of(0), Uint8Array.of(0)],
}

/** The part by which the network checks that the wallet has read the metadata right. */
export const metadataPart = 'CheckMetadataHash'

/** Whether a runtime's transactions have the hash of its metadata. */
export const hasMetadataHash = ({ extensions }: Metadata): boolean =>
  extensions.some(({ identifier }) => identifier === metadataPart)

/**
 * Encodes a transaction with all parts that the runtime's transactions have.
 * @param metadataHash the hash that is signed, if the runtime checks one
 * @throws Fault `transactionRejected` if the site names other parts, if the runtime has parts that
 *   are unknown here, or another form of transactions
 */
export function encodeTransaction(
  metadata: Metadata,
  publicKey: Uint8Array,
  parts: Parts,
): EncodedTransaction {
  const { extensions, extrinsicVersions } = metadata
  const { payload } = parts
  const areSame =
    payload.extensions.length === extensions.length &&
    extensions.every(({ identifier }, place) => identifier === payload.extensions[place])
  if (!areSame || !extrinsicVersions.includes(4) || !hasUsualForm(metadata) || !isInOrder(metadata))
    throw fault('transactionRejected')
  const encoded = extensions.map((extension) => encodeExtension(metadata, extension, parts))
  const included = concatBytes(...encoded.map(([bytes]) => bytes))
  const plain = concatBytes(payload.call, included, ...encoded.map(([, bytes]) => bytes))
  return {
    toSign: plain.length > maxPlain ? blake2b(plain, { dkLen: 32 }) : plain,
    withSignature(signature) {
      const body = concatBytes(
        Uint8Array.of(signedVersion, addressById),
        publicKey,
        Uint8Array.of(signatureOfSr25519),
        signature,
        included,
        payload.call,
      )
      return concatBytes(compactOf(BigInt(body.length)), body)
    },
  }
}

function encodeExtension(
  { types }: Metadata,
  { identifier, type, additionalSigned }: Extension,
  parts: Parts,
): [Uint8Array, Uint8Array] {
  const encode = Object.hasOwn(known, identifier) ? known[identifier] : undefined
  if (encode) return encode(parts)
  // a part without content needs no knowledge
  if (!isEmptyType(types, type) || !isEmptyType(types, additionalSigned))
    throw fault('transactionRejected')
  return [none, none]
}

/**
 * Whether the known parts are there once, and in the order of every common runtime. The order is
 * what makes metadata of a node harmless: what is signed ends with the hashes of the genesis and of
 * a block, or with the hash of the metadata. With another order, a forged part could make the
 * signature valid for another call, or on another network.
 */
function isInOrder({ extensions }: Metadata): boolean {
  const names = extensions.flatMap(({ identifier }) =>
    Object.hasOwn(known, identifier) ? [identifier] : [],
  )
  return (
    order.every((choices, place) => choices.includes(names[place])) && names.length <= order.length
  )
}

/** The known parts in their order. `undefined`: the part may be missing. */
const order: readonly (readonly (string | undefined)[])[] = [
  ['CheckSpecVersion'],
  ['CheckTxVersion'],
  ['CheckGenesis'],
  ['CheckMortality', 'CheckEra'],
  ['CheckNonce'],
  ['ChargeTransactionPayment', 'ChargeAssetTxPayment'],
  [metadataPart, undefined],
]

/** Whether addresses and signatures are those of `MultiAddress` and `MultiSignature`. */
function hasUsualForm({ types, address, signature }: Metadata): boolean {
  const hasVariant = (type: number, wanted: string, index: number) => {
    const def = types[type]?.def
    return (
      def?.tag === 'variant' &&
      def.value.some((variant) => variant.name === wanted && variant.index === index)
    )
  }
  return (
    hasVariant(address, 'Id', addressById) && hasVariant(signature, 'Sr25519', signatureOfSr25519)
  )
}
