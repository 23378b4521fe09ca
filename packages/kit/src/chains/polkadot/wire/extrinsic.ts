import { compact, createDecoder } from '@polkadot-api/substrate-bindings'
import type { Decoder } from '@polkadot-api/substrate-bindings'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { kitError } from '../../../core/errors/errors.ts'
import { hexOf, maxTransactionBytes } from './bytes.ts'
import type { Hex } from './bytes.ts'
import type { UnsignedTransaction } from './payload.ts'
import type { Runtime } from './runtime.ts'

/** The kinds of keys, in the order of their numbers in a signature. */
export const keyTypes = ['ed25519', 'sr25519', 'ecdsa'] as const satisfies PolkadotKeyType[]

/** The length of a signature of each kind of key, in bytes. */
export const signatureLength = { ed25519: 64, sr25519: 64, ecdsa: 65 } as const satisfies Record<
  PolkadotKeyType,
  number
>

/** A signature and the kind of its key. */
export type TypedSignature = { keyType: PolkadotKeyType; bytes: Uint8Array }

/** A signed transaction. `extensions` has the sent bytes of each extension, by its name. */
export type SignedExtrinsic = {
  kind: 'signed'
  account: Uint8Array
  signature: TypedSignature
  extensions: Readonly<Record<string, Uint8Array>>
  call: Uint8Array
}

/**
 * A transaction in a block. `bare` has no signature, such as those that the author of a block adds.
 * `general` is signed inside its extensions, which the kit does not read further.
 */
export type Extrinsic = SignedExtrinsic | { kind: 'bare' | 'general'; call: Uint8Array }

/**
 * The size from which a transaction in a block is not read, in bytes. The author of a block adds
 * some that are longer than all others.
 */
export const maxReadBytes = 2 * maxTransactionBytes

/** The name of a transaction: the hash of its bytes. */
export const extrinsicHash = (bytes: Uint8Array): Hex => hexOf(blake2b(bytes, { dkLen: 32 }))

/**
 * Writes a signed transaction of version 4. Source: `sp_runtime::generic::UncheckedExtrinsic`
 * @throws KitError actionNotAllowed where the network's accounts or signatures have another form
 */
export function writeExtrinsic(
  runtime: Runtime,
  account: Uint8Array,
  { keyType, bytes: signature }: TypedSignature,
  { extra, call }: Pick<UnsignedTransaction, 'extra' | 'call'>,
): Uint8Array {
  const prefix = addressPrefixOf(runtime)
  if (!prefix || !hasTypedSignatures(runtime))
    throw kitError('actionNotAllowed', {
      details: 'The network’s accounts have another form.',
      isUnsent: true,
    })
  const body = concatBytes(
    Uint8Array.of(0x84),
    prefix,
    account,
    Uint8Array.of(keyTypes.indexOf(keyType)),
    signature,
    extra,
    call,
  )
  return concatBytes(compact.enc(body.length), body)
}

/** The bytes before the sender's key. Undefined where the network's addresses have another form. */
function addressPrefixOf({ lookup, types }: Runtime): Uint8Array | undefined {
  const entry = lookup(types.address)
  if (entry.type === 'AccountId32') return new Uint8Array()
  const id = entry.type === 'enum' ? entry.value['Id'] : undefined
  return id && Uint8Array.of(id.idx)
}

/** Whether signatures begin with the number of the kind of key, as on all well-known networks. */
function hasTypedSignatures({ lookup, types }: Runtime): boolean {
  const entry = lookup(types.signature)
  return (
    entry.type === 'enum' &&
    (['Ed25519', 'Sr25519', 'Ecdsa'] as const).every((name, at) => entry.value[name]?.idx === at)
  )
}

/** The position in the bytes that a decoder is reading. */
const position: Decoder<number> = createDecoder(
  // the cast: decoders share one object, which has the position. Source: scale-ts
  (bytes) => (bytes as unknown as { readonly i: number }).i,
)

/**
 * Reads a transaction. Its call is not read. Undefined for other bytes, and for a sender that is no
 * account with a key.
 */
export function readExtrinsic(runtime: Runtime, bytes: Uint8Array): Extrinsic | undefined {
  try {
    return decodeExtrinsic(runtime, bytes)
  } catch {
    return undefined // the bytes end too early, or have another form
  }
}

function decodeExtrinsic(runtime: Runtime, whole: Uint8Array): Extrinsic | undefined {
  // a copy, because decoders read the buffer of a byte array from its beginning
  const copy = whole.slice()
  /** Reads one value after another. `read` returns the bytes of a value. */
  const decode = createDecoder((input): Extrinsic | undefined => {
    const read = (decoder: Decoder<unknown>): Uint8Array => {
      const from = position(input)
      decoder(input)
      const to = position(input)
      if (to > copy.length) throw new RangeError('The bytes end too early')
      return copy.slice(from, to)
    }
    const take = (length: number): Uint8Array => {
      const from = position(input)
      // the cast as above: moves on without a codec
      ;(input as unknown as { i: number }).i = from + length
      if (from + length > copy.length) throw new RangeError('The bytes end too early')
      return copy.slice(from, from + length)
    }
    const rest = () => take(copy.length - position(input))
    const length = Number(compact.dec(input))
    if (length !== copy.length - position(input)) return undefined
    const [version = 0] = take(1)
    if (version === 4 || version === 5) return { kind: 'bare', call: rest() }
    const readExtensions = () =>
      Object.fromEntries(
        runtime.extensions.map(({ identifier, type }) => [
          identifier,
          read(runtime.builder.buildDefinition(type).dec),
        ]),
      )
    if (version === 0x45) {
      const [extensionVersion] = take(1)
      if (extensionVersion !== 0) return undefined
      readExtensions()
      return { kind: 'general', call: rest() }
    }
    const prefix = addressPrefixOf(runtime)
    if (version !== 0x84 || !prefix || !hasTypedSignatures(runtime)) return undefined
    if (take(prefix.length).some((byte, at) => byte !== prefix[at])) return undefined
    const account = take(32)
    const [typeNumber = -1] = take(1)
    const keyType = keyTypes[typeNumber]
    if (!keyType) return undefined
    const signature = { keyType, bytes: take(signatureLength[keyType]) }
    return { kind: 'signed', account, signature, extensions: readExtensions(), call: rest() }
  })
  return decode(copy)
}
