import { compact, u32 } from '@polkadot-api/substrate-bindings'
import { concatBytes } from '@noble/hashes/utils.js'
import { kitError } from '../../../core/errors/errors.ts'
import { isSameBytes } from './bytes.ts'
import type { Runtime, SignedExtension } from './runtime.ts'

/**
 * What the signed extensions of a transaction contain.
 * - `era`: the bytes of the era, and `blockHash` the block that it begins with
 * - `tip`: in the smallest unit of the native token
 * - `metadataHash`: the hash that the chain compares with its own. Signed only, and not sent
 */
export type ExtensionValues = {
  era: Uint8Array
  blockHash: Uint8Array
  genesisHash: Uint8Array
  nonce: number
  tip: bigint
  metadataHash?: Uint8Array | undefined
}

/** The bytes of all extensions: those that are sent, and those that are only signed. */
export type ExtensionBytes = { extra: Uint8Array; additional: Uint8Array }

type Writer = (values: ExtensionValues, runtime: Runtime) => Uint8Array

const nothing = new Uint8Array()
const none = Uint8Array.of(0)

const era = { extra: ({ era }: ExtensionValues) => era, additional: blockHashOf }
function blockHashOf({ blockHash }: ExtensionValues) {
  return blockHash
}

/** The extensions that the kit writes. Source: `frame_system`, `pallet_transaction_payment` … */
const writers: Readonly<Record<string, { extra?: Writer; additional?: Writer }>> = {
  CheckSpecVersion: { additional: (_, { specVersion }) => u32.enc(specVersion) },
  CheckTxVersion: { additional: (_, { transactionVersion }) => u32.enc(transactionVersion) },
  CheckGenesis: { additional: ({ genesisHash }) => genesisHash },
  CheckMortality: era,
  CheckEra: era,
  CheckNonce: { extra: ({ nonce }) => compact.enc(nonce) },
  ChargeTransactionPayment: { extra: ({ tip }) => compact.enc(tip) },
  // the fee is paid in the native token: no asset is named
  ChargeAssetTxPayment: { extra: ({ tip }) => concatBytes(compact.enc(tip), none) },
  CheckMetadataHash: {
    extra: ({ metadataHash }) => (metadataHash ? Uint8Array.of(1) : none),
    additional: ({ metadataHash }) =>
      metadataHash ? concatBytes(Uint8Array.of(1), metadataHash) : none,
  },
}

/** Whether the runtime compares the hash of its metadata with one in the transaction. */
export const checksMetadata = ({ extensions }: Runtime): boolean =>
  extensions.some(({ identifier }) => identifier === 'CheckMetadataHash')

/**
 * Writes the signed extensions of a runtime.
 * @throws KitError actionNotAllowed for an extension that the kit does not know and that has
 *   content: a transaction without it would be refused, or mean something else
 */
export function writeExtensions(runtime: Runtime, values: ExtensionValues): ExtensionBytes {
  const parts = runtime.extensions.map((extension) => {
    const { identifier, type, additionalSigned } = extension
    const writer = Object.hasOwn(writers, identifier) ? writers[identifier] : undefined
    const extra = writer?.extra?.(values, runtime) ?? nothing
    const additional = writer?.additional?.(values, runtime) ?? nothing
    if (!hasForm(runtime, type, extra) || !hasForm(runtime, additionalSigned, additional))
      throw unknownExtension(extension)
    return { extra, additional }
  })
  return {
    extra: concatBytes(...parts.map(({ extra }) => extra)),
    additional: concatBytes(...parts.map(({ additional }) => additional)),
  }
}

/** Whether bytes are a value of a type. A type without content has no bytes. */
function hasForm({ builder }: Runtime, type: number, bytes: Uint8Array): boolean {
  try {
    const codec = builder.buildDefinition(type)
    const value: unknown = codec.dec(bytes.slice())
    return isSameBytes(codec.enc(value), bytes)
  } catch {
    return false
  }
}

const unknownExtension = ({ identifier }: SignedExtension) =>
  kitError('actionNotAllowed', {
    details: `The network’s transactions have a part that is not known: ${identifier.slice(0, 64)}`,
    isUnsent: true,
  })
