import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'

/** What is sent: a token by its address, or the network's own without `address`. */
export type SendToken = {
  /** Absent for the native token. */
  address?: string
  symbol: string
  decimals: number
  iconUrl?: string
}

/** Who gets it. `name` is what was looked up, where it was not an address from the start. */
export type Recipient = { address: string; name?: string }

/** A wish to send; `amount` in the smallest unit of the token, or all of it less the fee. */
export type SendOrder = { networkId: NetworkId; from: string; to: Recipient; token: SendToken; amount: bigint | 'max' }

/** An order whose amount is known. */
export type Transfer = Omit<SendOrder, 'amount'> & { amount: bigint; signal?: AbortSignal }

/** What a transfer costs, in the smallest unit of the network's own token. */
export type Fee = {
  /** Everything, as it will be. */
  total: bigint
  /** The most it can be. */
  totalMost: bigint
  /** What has to stay in the account when all of the network's own token is sent: the most it can be, and what estimates may miss. */
  reserve: bigint
  /** Seconds until it is done, as the network goes now; undefined where nobody can tell. */
  seconds?: number
}

/**
 * What would happen. `leaves` and `arrives` are in the smallest unit of the token, and undefined where the node can only tell
 * that it works; `unknown` where it can't even tell that.
 */
export type Simulation = { status: 'works'; leaves?: bigint; arrives?: bigint } | { status: 'fails'; reason?: string } | { status: 'unknown' }

/** A transfer that was looked at. `fee` is undefined when the node can't tell because the transfer would fail. */
export type LookedAt = { transaction: Transaction; fee: Fee | undefined; simulation: Simulation }

/** One thing that happened between the account and somebody, as far as it says whom the account knows. */
export type Encounter = { with: string; isOut: boolean; hasWorth: boolean }

/** What a transfer costs and does in one namespace, and what its chain tells of the people in it. */
export type SendFacet = {
  /** What a transfer costs now. @throws what the node answers when it would fail; KitError answerInvalid */
  readFee(transfer: Transfer): Promise<Fee>
  /** What goes to the wallet, with the fees that are told, and what would happen. Nothing is asked of the wallet. @throws requestAborted; what the node answers */
  lookAt(transfer: Transfer): Promise<LookedAt>
  /** Whether code stands at an address, and no person behind it. @throws what the node answers */
  isContract(parameters: { address: string; networkId: NetworkId; signal?: AbortSignal }): Promise<boolean>
  /** Whom the account met in the latest blocks, also where no service keeps a history. `tokens` are those that are no fakes. @throws requestAborted */
  recentEncounters(parameters: { account: string; networkId: NetworkId; tokens: ReadonlySet<string>; signal?: AbortSignal }): Promise<readonly Encounter[]>
}
