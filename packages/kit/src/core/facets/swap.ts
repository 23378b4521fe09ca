import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'

/**
 * A token that can be swapped. `id` is its CAIP-10 id; the network's own token has no `address`.
 */
export type SwapToken = {
  id: string
  address?: string
  name: string
  symbol: string
  decimals: number
  iconUrl?: string
  /** Whether its owner may allow spending by a signature, as the service says. */
  hasPermit?: boolean
}

/** A swap as the visitor wants it; `amount` of `from`, in its smallest unit. */
export type SwapOrder = {
  networkId: NetworkId
  account: string
  from: SwapToken
  to: SwapToken
  amount: bigint
}

/**
 * Part of the amount that goes one way: `percent` of it, by these pools, through these tokens
 * (CAIP-10), the source and the target among them.
 */
export type SwapPath = { percent: number; tokens: readonly string[]; pools: readonly string[] }

/** The offer of one provider. Amounts in the smallest unit. */
export type SwapOffer = {
  provider?: { id: string; name: string }
  /** What is expected to arrive, of the token to get. */
  arrives: bigint
  /** The contract that takes the token; undefined if the service does not say. */
  spender?: string
  /** By how much the amount moves the price, in percent. */
  priceImpact?: number
  /** What the provider keeps, of the token to give. */
  fee?: bigint
  /** The expected fee of the network, of its own token. */
  networkFee?: bigint
  /**
   * Where there is but one contract between the two: the network's own token and its wrapped form.
   */
  kind: 'swap' | 'wrap' | 'unwrap'
  route: readonly SwapPath[]
}

/**
 * How the provider's contract gets the token: it may already, or needs nothing (`direct`); by a
 * signature, a transaction before, or both transactions confirmed at once.
 */
export type SwapMethod = 'direct' | 'permit' | 'approve' | 'together'

/**
 * The reason why a swap can't be sent: too little of the token, too little for the network's fee,
 * or the node says that it would fail.
 */
export type SwapProblem = 'balance' | 'fee' | 'fails'

/**
 * How much a contract could take of a token, by an allowance that the account gave it before; both
 * by their addresses in lower case, the amount in the token's smallest unit.
 */
export type SwapExposure = { contract: string; token: string; amount: bigint }

/** A swap whose transactions were built and checked. Amounts in the smallest unit. */
export type SwapPlan = {
  method: SwapMethod
  /** The contract that was checked, and that is allowed to take the token. */
  spender?: string
  /** The least that has to arrive. */
  minimum: bigint
  /** What arrives by the node's own run of the swap; undefined when it was not run. */
  arrives: bigint | undefined
  /**
   * Whether the node has run the transactions and they do what the offer says and nothing else, and
   * none of their contracts could take more. False where it can't, where its run tells of balances
   * alone, and where there are `exposures`.
   */
  isChecked: boolean
  /**
   * What contracts of the swap could take besides, by allowances that stood before: a run does not
   * show what a contract does later.
   */
  exposures: readonly SwapExposure[]
  /**
   * The transactions that allow the contract to take the token, before the swap's own; empty where
   * none is needed.
   */
  approvals: readonly Transaction[]
  /** The swap's own transaction; undefined while there is a problem with the balance. */
  transaction: Transaction | undefined
  /**
   * The fee of the network for all transactions, expected and at most; undefined where the node
   * can't estimate it.
   */
  fee: { total: bigint; max: bigint } | undefined
  /** The account's balance of the token to give. */
  balance: bigint
  problems: readonly SwapProblem[]
}

/** An order, the offer that was chosen for it, and the conditions of both. */
export type SwapRequest = SwapOrder & {
  offer: SwapOffer
  /** Percent of the amount that may be lost between offer and block. */
  slippage: number
  /** Addresses of other tokens that the account holds, and that the swap must not touch. */
  heldTokens?: readonly string[]
  /** Ways that must not be taken, because they failed. */
  without?: readonly SwapMethod[]
  signal?: AbortSignal
}

/**
 * The most that a unit of a transaction's work costs, in the smallest unit of the network's own
 * token, to be in a block soon, very soon, and at once.
 */
export type SwapGasPrices = { standard: bigint; fast: bigint; instant: bigint }

/**
 * Swapping tokens of one namespace, by the service's offers and the chain's own check of what they
 * do.
 */
export type SwapFacet = {
  /**
   * The tokens that can be swapped on a network; with `token`, an address, that one alone. @throws
   * KitError swapsUnsupported; what the service answers
   */
  readTokens(parameters: {
    networkId: NetworkId
    token?: string
    signal?: AbortSignal
  }): Promise<readonly SwapToken[]>
  /**
   * The offers for an order, the best first, at least one. @throws KitError liquidityMissing,
   * swapsUnsupported, swapRefused where no offer is for this order; what the service answers
   */
  readOffers(order: SwapOrder & { signal?: AbortSignal }): Promise<readonly SwapOffer[]>
  /**
   * What the network's fees are computed from, as the service tells it. @throws KitError
   * gasPriceUnsupported; what the service answers
   */
  readGasPrices(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<SwapGasPrices>
  /**
   * What must stay of the network's own token for the fee of a swap. @throws what the node answers
   */
  readReserve(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<bigint>
  /**
   * Builds the transactions of a swap, and runs them on the node without sending anything. The
   * wallet is not asked for anything that a person would see.
   * @throws KitError swapRefused when they do anything but what the offer says; priceMoved when
   *   less arrives than the least; what the service and the node answer
   */
  plan(request: SwapRequest): Promise<SwapPlan>
  /**
   * Asks the owner for the signature that allows the contract to take the token, and builds and
   * checks the swap with it. Undefined where the wallet or the token can't. @throws KitError
   * userRejected, swapRefused, priceMoved …
   */
  permit(request: SwapRequest): Promise<SwapPlan | undefined>
  /**
   * Asks the wallet for all transactions at once, and waits until they are in blocks. Resolves to
   * the hash of the swap's own; undefined where the wallet can't. @throws KitError userRejected,
   * transactionRejected …
   */
  sendTogether(request: SwapRequest, plan: SwapPlan): Promise<string | undefined>
  /**
   * How much of the token a transaction has brought; undefined where the node can't say. @throws
   * what the node answers
   */
  readArrived(parameters: {
    networkId: NetworkId
    hash: string
    account: string
    token: SwapToken
    signal?: AbortSignal
  }): Promise<bigint | undefined>
}
