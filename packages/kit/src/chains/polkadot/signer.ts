import type { NetworkId } from '@latchkey/protocol/caip'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import type { Link } from '../../core/contracts/connectorSource.ts'

/**
 * A transaction for the wallet to sign, in the form that all Polkadot wallets take. Numbers are hex
 * in big-endian order, bytes are hex. Source: `SignerPayloadJSON` of @polkadot/types
 */
export type SignerPayload = {
  address: string
  assetId?: `0x${string}`
  blockHash: `0x${string}`
  blockNumber: `0x${string}`
  era: `0x${string}`
  genesisHash: `0x${string}`
  metadataHash?: `0x${string}`
  method: `0x${string}`
  mode?: 0 | 1
  nonce: `0x${string}`
  signedExtensions: readonly string[]
  specVersion: `0x${string}`
  tip: `0x${string}`
  transactionVersion: `0x${string}`
  version: number
  withSignedTransaction?: boolean
}

/**
 * The answer to a transaction. `signature` begins with the byte of the key's type. Some wallets
 * change the transaction, and return it whole.
 */
export type SignedPayload = { signature: `0x${string}`; signedTransaction?: `0x${string}` }

/**
 * What the kit asks of a Polkadot wallet, in whatever words the wallet understands. It is the
 * `provider` of a Polkadot link. Its answers are untrusted: who calls a function checks them.
 */
export type PolkadotSigner = {
  /**
   * The kind of key of an account. Undefined where the wallet did not tell.
   */
  keyTypeOf(address: string): PolkadotKeyType | undefined
  /**
   * Signs a transaction.
   * @throws the wallet's errors
   */
  signPayload(parameters: { payload: SignerPayload; networkId: NetworkId }): Promise<SignedPayload>
  /**
   * Signs a text. The wallet may put `<Bytes>` and `</Bytes>` around it.
   * @returns the signature in hex, with or without the byte of the key's type
   * @throws the wallet's errors
   */
  signMessage(parameters: {
    address: string
    message: string
    networkId: NetworkId
  }): Promise<`0x${string}`>
}

/** The signer of a link. */
export const signerOf = ({ provider }: Link): PolkadotSigner =>
  // the cast: every source of Polkadot links makes this object
  provider as PolkadotSigner
