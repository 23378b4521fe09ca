import type { SolanaRequest } from './solana/solanaRequest.ts'
import type { NativeCurrency, WalletChain } from './walletChain.ts'

type Address = `0x${string}`

/** A request that needs the approval of the wallet's owner. */
export type Consent =
  | { type: 'connect'; origin: string }
  | { type: 'unlock'; origin: string }
  /** `text` is null if the bytes are no text. `hex` is always the signed data. */
  | { type: 'sign'; origin: string; address: Address; text: string | null; hex: Address }
  | {
      type: 'signTypedData'
      origin: string
      address: Address
      domain: string
      primaryType: string
      json: string
    }
  /** `value` in wei. Without `to` it deploys a contract. */
  | {
      type: 'send'
      origin: string
      from: Address
      to: Address | null
      value: bigint
      data: Address
      chain: WalletChain
    }
  /** Several calls, approved at once; `value` in wei. EIP-5792 */
  | {
      type: 'sendCalls'
      origin: string
      from: Address
      calls: readonly { to: Address; value: bigint; data: Address }[]
      chain: WalletChain
    }
  /** A Solana request, from a wallet that also supports Solana. `network`: its name. */
  | { type: 'solana'; origin: string; network: string; request: SolanaRequest }
  | { type: 'switch'; origin: string; from: WalletChain; to: WalletChain }
  | { type: 'add'; origin: string; chain: WalletChain & { nativeCurrency: NativeCurrency } }

/** The data of an approval. `accounts` is only used for `connect`. */
export type Approval = { accounts?: readonly Address[] }

/** A request without an answer yet. */
export type PendingRequest = {
  /** 1, 2, 3 … in each wallet. */
  id: number
  consent: Consent
  approve(approval?: Approval): void
  /** Refuses it: the site receives 4001. */
  refuse(): void
}

/**
 * Types of requests that a wallet shows one at a time. A second request of the type is answered
 * with -32002.
 */
export const exclusiveTypes: ReadonlySet<Consent['type']> = new Set([
  'connect',
  'unlock',
  'switch',
  'add',
])
