import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { Catalogue } from '@latchkey/words/messages'

/** The token to send: by its address, or the network's own token without `address`. */
export type SendToken = {
  /** Absent for the native token. */
  address?: string
  symbol: string
  decimals: number
  iconUrl?: string
}

/**
 * The recipient. `name` is the resolved name, if the visitor did not enter an address.
 * `isBorrowed`: the name has no address for this network, and `address` is its address on another
 * network.
 */
export type Recipient = { address: string; name?: string; isBorrowed?: boolean }

/**
 * A transfer that the visitor requested. `amount` is in the smallest unit of the token; `'max'` is
 * the balance less the fee.
 */
export type SendOrder = {
  networkId: NetworkId
  from: string
  to: Recipient
  token: SendToken
  amount: bigint | 'max'
  /** One of the chain's choices of fee. @default the chain's own choice */
  feeChoice?: FeeSpeed
}

/** An order with a known amount, in the smallest unit. */
export type Transfer = Omit<SendOrder, 'amount'> & { amount: bigint; signal?: AbortSignal }

/**
 * A cost of a transfer besides its fee, in the smallest unit of the network's own token.
 * `recipientAccount`: the recipient has no account for the token yet. The sender pays for it, and
 * the recipient owns it from then on.
 */
export type ExtraCost = { kind: 'recipientAccount'; amount: bigint }

/**
 * The price of a fee on chains whose users know it: `value` is a whole number of `unit`. The fee is
 * the price times the size of the transaction.
 */
export type FeeRate = { value: number; unit: 'sat/vB' }

/** The cost of a transfer, in the smallest unit of the network's own token. */
export type Fee = {
  /** The expected fee. */
  total: bigint
  /** The maximal fee. */
  maxTotal: bigint
  /**
   * The amount that a transfer of the whole balance of the network's own token leaves in the
   * account: the maximal fee, and a margin for estimates that are too low.
   */
  reserve: bigint
  /** Seconds until the transfer is done, at the network's current speed. Undefined when unknown. */
  seconds?: number
  /**
   * Costs that the sender pays besides the fee. Not included in the amounts above. Absent where
   * there are none.
   */
  extras?: readonly ExtraCost[]
  /** Absent on chains whose users don't know a price. */
  rate?: FeeRate
}

/** A choice of the sender: a low fee, the usual one, or a high one for an early block. */
export type FeeSpeed = 'slow' | 'normal' | 'fast'

/** A fee that the sender can choose. */
export type FeeChoice = { id: FeeSpeed; fee: Fee }

/**
 * The texts of a chain's own reasons why a transfer would fail, by their codes. `ofRecipient`: the
 * codes which mean that the recipient is not the address of a person.
 */
export type FaultTexts = {
  messages: Catalogue<{ readonly [code: string]: string }>
  ofRecipient: ReadonlySet<string>
}

/**
 * A right of a token's issuer, or a property of the token, that its owner should know:
 * - `takeable`: the issuer can take the token out of any account
 * - `stoppable`: the issuer can stop all transfers
 * - `hidden`: accounts can hold secret amounts, which no balance contains
 */
export type TokenCaution = 'takeable' | 'stoppable' | 'hidden'

/**
 * A property of a transfer that the sender should know:
 * - `highFee`: the fee is far above the usual. The sender has to confirm it
 * - `replacesMissing`: no node shows an earlier transaction of the account any more. This transfer
 *   takes its place, so that only one of the two can happen
 */
export type TransferCaution = 'highFee' | 'replacesMissing'

/**
 * A part of the account's native token that transfers leave alone, in its smallest unit:
 * - `protected`: coins that may be collectibles
 * - `waiting`: coins that are in no block yet
 * - `locked`: the chain does not let the account send it, for example because it is staked
 */
export type UntouchedFunds = { kind: 'protected' | 'waiting' | 'locked'; amount: bigint }

/**
 * The expected effect of a transfer. `leaves` and `arrives` are in the smallest unit of the token.
 * Both are undefined where the node can only say that the transfer works. The status is `unknown`
 * where the node can't even say that. A failure has a `fault`, a code of the chain's `faults`, or
 * else the network's `reason` in English, if known. `minimum` is for a fault whose text has the
 * placeholder of that name, in the smallest unit of the network's own token.
 */
export type Simulation =
  | { status: 'works'; leaves?: bigint; arrives?: bigint }
  | { status: 'fails'; reason?: string; fault?: string; minimum?: bigint }
  | { status: 'unknown' }

/**
 * A transfer with its fee and its expected effect. `fee` is undefined when the node can't estimate
 * it because the transfer would fail. `cautions` are those of the token and of the transfer.
 * `cautions` and `untouched` are absent if there are none.
 */
export type TransferPreview = {
  transaction: Transaction
  fee: Fee | undefined
  simulation: Simulation
  cautions?: readonly (TokenCaution | TransferCaution)[]
  untouched?: readonly UntouchedFunds[]
}

/**
 * A transfer between the account and another address, `with`. `hasWorth` is false where the
 * transfer may be a fake.
 */
export type PastTransfer = { with: string; isOut: boolean; hasWorth: boolean }

/**
 * The costs and effects of a transfer in one namespace, and the chain's data about the addresses in
 * it.
 */
export type SendFacet = {
  /** Absent where the chain has no faults of its own. */
  faults?: FaultTexts
  /**
   * The current fee of a transfer.
   * @throws the node's errors when the transfer would fail; KitError answerInvalid
   */
  readFee(transfer: Transfer): Promise<Fee>
  /**
   * The fees that the sender can choose, the lowest first; the order's `feeChoice` names one.
   * Absent where the chain decides on the fee; empty where the sender's wallet does.
   * @throws the node's errors
   */
  readFeeChoices?(transfer: Transfer): Promise<readonly FeeChoice[]>
  /**
   * The transaction for the wallet, with the fees that are shown, and its expected effect. Sends
   * nothing to the wallet.
   * @throws KitError requestAborted; the node's errors
   */
  previewTransfer(transfer: Transfer): Promise<TransferPreview>
  /**
   * Whether an address has code, so that it is a contract.
   * @throws the node's errors
   */
  isContract(parameters: {
    address: string
    networkId: NetworkId
    signal?: AbortSignal
  }): Promise<boolean>
  /**
   * The account's transfers with other addresses in the latest blocks. Read from the node, without
   * a service that has a history. `tokens` are the addresses of genuine tokens.
   * @throws KitError requestAborted
   */
  recentTransfers(parameters: {
    account: string
    networkId: NetworkId
    tokens: ReadonlySet<string>
    signal?: AbortSignal
  }): Promise<readonly PastTransfer[]>
}
