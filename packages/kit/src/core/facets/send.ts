import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'

/** The token to send, by its address, or the network's own without `address`. */
export type SendToken = {
  /** Absent for the native token. */
  address?: string
  symbol: string
  decimals: number
  iconUrl?: string
}

/**
 * The recipient. `name` is the name that was looked up, if the visitor did not enter an address;
 * `isBorrowed` says that this name has no address of its own on the network, and the address is the
 * one that it has on another.
 */
export type Recipient = { address: string; name?: string; isBorrowed?: boolean }

/**
 * A transfer as the visitor wants it; `amount` in the smallest unit of the token, or all of it less
 * the fee.
 */
export type SendOrder = {
  networkId: NetworkId
  from: string
  to: Recipient
  token: SendToken
  amount: bigint | 'max'
}

/** An order whose amount is known. */
export type Transfer = Omit<SendOrder, 'amount'> & { amount: bigint; signal?: AbortSignal }

/**
 * A cost of a transfer beside its fee, in the smallest unit of the network's own token.
 * `recipientAccount`: the recipient has no account for the token yet; the sender pays for it, and
 * it is the recipient's from then on.
 */
export type ExtraCost = { kind: 'recipientAccount'; amount: bigint }

/** The cost of a transfer, in the smallest unit of the network's own token. */
export type Fee = {
  /** The expected total. */
  total: bigint
  /** The highest possible total. */
  maxTotal: bigint
  /**
   * The amount that must stay in the account when all of the network's own token is sent: the
   * highest fee, and a reserve for what estimates may miss.
   */
  reserve: bigint
  /** Seconds until it is done, at the network's current speed; undefined when unknown. */
  seconds?: number
  /**
   * What the sender pays beside the fee; not part of the sums above. Absent where there is nothing.
   */
  extras?: readonly ExtraCost[]
}

/**
 * Why a transfer would fail, where the screens have words of their own for it. `program`,
 * `tokenAccount`: the recipient is no person's address. `bound`: the token can't be transferred at
 * all; `ownProgram`: only by a program of its own; `frozen`: its issuer has frozen one of the two
 * accounts. `newAccount`: it is less than the recipient's new account has to hold; `remainder`:
 * what is left is less than the sender's account has to hold. `memoNeeded`: the recipient takes no
 * payment without a memo. `stopped`: the token's issuer has stopped all transfers. `coinShort`,
 * `tokenShort`: there is not enough of the network's own token, or of the token that is sent;
 * `minimum`: an account would keep less than it has to hold. `busy`: the network has no room now;
 * `unsigned`: a signature is missing or wrong.
 */
export type SendFault =
  | 'program'
  | 'tokenAccount'
  | 'bound'
  | 'ownProgram'
  | 'frozen'
  | 'newAccount'
  | 'remainder'
  | 'memoNeeded'
  | 'stopped'
  | 'coinShort'
  | 'tokenShort'
  | 'minimum'
  | 'busy'
  | 'unsigned'

/**
 * What the issuer of a token can do with it. `takeable`: take it out of any account; `stoppable`:
 * stop all transfers. `hidden`: amounts can be held in secret, and then no balance has them.
 */
export type TokenCaution = 'takeable' | 'stoppable' | 'hidden'

/**
 * The expected effect. `leaves` and `arrives` are in the smallest unit of the token, and undefined
 * where the node can only say that the transfer works; `unknown` where the node can't even say
 * that. A failure has a `fault`, or else the network's `reason` in plain English, if known.
 */
export type Simulation =
  | { status: 'works'; leaves?: bigint; arrives?: bigint }
  | { status: 'fails'; reason?: string; fault?: SendFault }
  | { status: 'unknown' }

/**
 * A transfer with its fee and its expected effect. `fee` is undefined when the node can't estimate
 * it because the transfer would fail. `cautions` are those of the token; absent without any.
 */
export type TransferPreview = {
  transaction: Transaction
  fee: Fee | undefined
  simulation: Simulation
  cautions?: readonly TokenCaution[]
}

/**
 * One transfer between the account and another address, `with`. `hasWorth` is false where the
 * transfer may be a fake.
 */
export type PastTransfer = { with: string; isOut: boolean; hasWorth: boolean }

/**
 * The costs and effects of a transfer in one namespace, and its chain's data about the addresses in
 * it.
 */
export type SendFacet = {
  /**
   * The current cost of a transfer. @throws what the node answers when it would fail; KitError
   * answerInvalid
   */
  readFee(transfer: Transfer): Promise<Fee>
  /**
   * The transaction for the wallet, with the fees that are shown, and its expected effect. Sends
   * nothing to the wallet. @throws requestAborted; what the node answers
   */
  previewTransfer(transfer: Transfer): Promise<TransferPreview>
  /** Whether an address has code, so that it is a contract. @throws what the node answers */
  isContract(parameters: {
    address: string
    networkId: NetworkId
    signal?: AbortSignal
  }): Promise<boolean>
  /**
   * The account's transfers with other addresses in the latest blocks, also where no service keeps
   * a history. `tokens` are the genuine ones. @throws requestAborted
   */
  recentTransfers(parameters: {
    account: string
    networkId: NetworkId
    tokens: ReadonlySet<string>
    signal?: AbortSignal
  }): Promise<readonly PastTransfer[]>
}
