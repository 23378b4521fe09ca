import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import type { PolkadotKey } from '@latchkey/protocol/chains/polkadotKeys'
import type { SignedPayload, SignerPayload } from '../../chains/polkadot/signer.ts'
import { compact, u32 } from './scale.ts'

/** The bytes of a signed extension: those in the transaction, and those that are only signed. */
type Extension = (payload: SignerPayload) => readonly [inside: Uint8Array, signed: Uint8Array]

const none = new Uint8Array()
const bytesOf = (hex: string) => fromHex(hex.replace(/^0x/, ''))
const numberOf = (hex: string) => BigInt(hex === '0x' ? 0 : hex)

/**
 * The signed extensions with content, by name, as wallets know them. Others have none. Source:
 * `signedExtensions` of @polkadot/types
 */
const extensions = new Map<string, Extension>([
  ['CheckSpecVersion', ({ specVersion }) => [none, u32(numberOf(specVersion))]],
  ['CheckTxVersion', ({ transactionVersion }) => [none, u32(numberOf(transactionVersion))]],
  ['CheckGenesis', ({ genesisHash }) => [none, bytesOf(genesisHash)]],
  ['CheckMortality', ({ era, blockHash }) => [bytesOf(era), bytesOf(blockHash)]],
  ['CheckEra', ({ era, blockHash }) => [bytesOf(era), bytesOf(blockHash)]],
  ['CheckNonce', ({ nonce }) => [compact(numberOf(nonce)), none]],
  ['ChargeTransactionPayment', ({ tip }) => [compact(numberOf(tip)), none]],
  [
    'ChargeAssetTxPayment',
    ({ tip, assetId }) => [
      concatBytes(
        compact(numberOf(tip)),
        // a library writes the asset as an Option, with its first byte
        assetId === undefined ? Uint8Array.of(0) : bytesOf(assetId),
      ),
      none,
    ],
  ],
  [
    'CheckMetadataHash',
    ({ mode = 0, metadataHash }) => [
      Uint8Array.of(mode),
      mode === 1 && metadataHash !== undefined
        ? concatBytes(Uint8Array.of(1), bytesOf(metadataHash))
        : Uint8Array.of(0),
    ],
  ],
])

/** The number of a key's type before a signature. Source: `MultiSignature` of sp-runtime */
export const numberOfType = { ed25519: 0, sr25519: 1, ecdsa: 2 } as const

/** The kinds of extrinsics: version 4, signed. */
const signedVersion4 = 0x84

/**
 * Signs a transaction, as wallets do from its JSON alone. Returns the whole transaction, too, if
 * the payload asks for it.
 */
export function signPayload(key: PolkadotKey, payload: SignerPayload): SignedPayload {
  const parts = payload.signedExtensions.map(
    (name) => extensions.get(name)?.(payload) ?? ([none, none] as const),
  )
  const method = bytesOf(payload.method)
  const inside = concatBytes(...parts.map(([bytes]) => bytes))
  const bytes = concatBytes(method, inside, ...parts.map(([, signed]) => signed))
  const signature = concatBytes(
    Uint8Array.of(numberOfType[key.type]),
    key.sign(bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes),
  )
  const body = concatBytes(
    Uint8Array.of(signedVersion4, 0),
    key.accountId,
    signature,
    inside,
    method,
  )
  return {
    signature: `0x${toHex(signature)}`,
    ...(payload.withSignedTransaction === true && {
      signedTransaction: `0x${toHex(concatBytes(compact(BigInt(body.length)), body))}` as const,
    }),
  }
}
