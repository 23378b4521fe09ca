import type { BitcoinRequest } from './bitcoin/bitcoinRequest.ts'
import type { PolkadotRequest } from './polkadot/polkadotRequest.ts'
import type { SolanaRequest } from './solana/solanaRequest.ts'
import type { NativeCurrency, WalletChain } from './walletChain.ts'

type Address = `0x${string}`

/** A request that needs the approval of the wallet's owner. */
export type Consent =
  | { type: 'connect'; origin: string }
  | { type: 'unlock'; origin: string }
  /** `text` is null if the bytes are no text. `hex` is always the data to sign. */
  | { type: 'sign'; origin: string; address: Address; text: string | null; hex: Address }
  | {
      type: 'signTypedData'
      origin: string
      address: Address
      domain: string
      primaryType: string
      json: string
    }
  /** `value` in wei. If `to` is null, it deploys a contract. */
  | {
      type: 'send'
      origin: string
      from: Address
      to: Address | null
      value: bigint
      data: Address
      chain: WalletChain
    }
  /** Several calls that need one approval; `value` in wei. EIP-5792 */
  | {
      type: 'sendCalls'
      origin: string
      from: Address
      calls: readonly { to: Address; value: bigint; data: Address }[]
      chain: WalletChain
    }
  /** A permission for an account of the site. `permission`: its terms as JSON. ERC-7715 */
  | {
      type: 'grant'
      origin: string
      account: Address
      to: Address
      chain: WalletChain
      permission: string
    }
  /** A Solana request, from a wallet that also supports Solana. `network`: the network's name. */
  | { type: 'solana'; origin: string; network: string; request: SolanaRequest }
  /** A Bitcoin request, from a wallet that also supports Bitcoin. `network`: the network's name. */
  | { type: 'bitcoin'; origin: string; network: string; request: BitcoinRequest }
  /** A Polkadot request, from a wallet that also supports Polkadot. `network`: the network's name. */
  | { type: 'polkadot'; origin: string; network: string; request: PolkadotRequest }
  | { type: 'switch'; origin: string; from: WalletChain; to: WalletChain }
  | { type: 'add'; origin: string; chain: WalletChain & { nativeCurrency: NativeCurrency } }

/** The data of an approval. Only `connect` uses `accounts`. */
export type Approval = { accounts?: readonly Address[] }

/** A request without an answer yet. */
export type PendingRequest = {
  /** 1, 2, 3 … in each wallet. */
  id: number
  consent: Consent
  approve(approval?: Approval): void
  /** Refuses the request: the site receives 4001. */
  refuse(): void
}

/**
 * Types of requests that a wallet shows one at a time. While one is open, a second request of the
 * same type is answered with -32002.
 */
export const exclusiveTypes: ReadonlySet<Consent['type']> = new Set([
  'connect',
  'unlock',
  'switch',
  'add',
])
