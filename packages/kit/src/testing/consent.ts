import type { SolanaRequest } from './solana/solanaRequest.ts'
import type { NativeCurrency, WalletChain } from './walletChain.ts'

type Address = `0x${string}`

/** A request that the wallet asks the person to approve. */
export type Consent =
  | { type: 'connect'; origin: string }
  | { type: 'unlock'; origin: string }
  /** `text` is null where the bytes are no text; `hex` is always what gets signed. */
  | { type: 'sign'; origin: string; address: Address; text: string | null; hex: Address }
  | {
      type: 'signTypedData'
      origin: string
      address: Address
      domain: string
      primaryType: string
      json: string
    }
  /** `value` in wei; without `to` a contract is deployed. */
  | {
      type: 'send'
      origin: string
      from: Address
      to: Address | null
      value: bigint
      data: Address
      chain: WalletChain
    }
  /** Several calls, confirmed at once; `value` in wei. EIP-5792 */
  | {
      type: 'sendCalls'
      origin: string
      from: Address
      calls: readonly { to: Address; value: bigint; data: Address }[]
      chain: WalletChain
    }
  /** On a network of Solana, for the same wallet's other side. `network`: its name. */
  | { type: 'solana'; origin: string; network: string; request: SolanaRequest }
  | { type: 'switch'; origin: string; from: WalletChain; to: WalletChain }
  | { type: 'add'; origin: string; chain: WalletChain & { nativeCurrency: NativeCurrency } }

/** The data of an approval; `accounts` only counts for `connect`. */
export type Approval = { accounts?: readonly Address[] }

/** A request without an answer yet. */
export type PendingRequest = {
  /** Counts up from 1 in each wallet. */
  id: number
  consent: Consent
  approve(approval?: Approval): void
  /** The site gets 4001. */
  refuse(): void
}

/**
 * Requests of which wallets show one at a time; a second one of the type is answered with -32002.
 */
export const exclusiveTypes: ReadonlySet<Consent['type']> = new Set([
  'connect',
  'unlock',
  'switch',
  'add',
])
