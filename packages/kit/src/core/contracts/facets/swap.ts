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
  /** Whether its owner may permit spending by a signature, according to the service. */
  hasPermit?: boolean
}

/** A swap that the visitor requested. `amount` of `from`, in its smallest unit. */
export type SwapOrder = {
  networkId: NetworkId
  account: string
  from: SwapToken
  to: SwapToken
  amount: bigint
}

/**
 * A part of the amount: `percent` of it takes this path, by these pools, through these tokens
 * (CAIP-10), from the source to the target.
 */
export type SwapPath = { percent: number; tokens: readonly string[]; pools: readonly string[] }

/** The offer of one provider. Amounts in the smallest unit. */
export type SwapOffer = {
  provider?: { id: string; name: string }
  /** The expected amount of the token to get. */
  arrives: bigint
  /** The contract that takes the token to give. Undefined if the service does not say. */
  spender?: string
  /** The percentage by which this swap changes the market price. */
  priceImpact?: number
  /** The provider's fee, in the token to give. */
  fee?: bigint
  /** The expected fee of the network, in its own token. */
  networkFee?: bigint
  /**
   * `wrap` and `unwrap`: one contract changes the network's own token into its wrapped form, or
   * back.
   */
  kind: 'swap' | 'wrap' | 'unwrap'
  route: readonly SwapPath[]
}

/**
 * The method by which the provider's contract gets the token:
 * - `direct`: the contract is approved already, or needs no approval
 * - `permit`: by a signature
 * - `approve`: by a transaction before the swap
 * - `together`: by a transaction that is confirmed together with the swap
 */
export type SwapMethod = 'direct' | 'permit' | 'approve' | 'together'

/**
 * The reason why a swap can't be sent: too little of the token (`balance`), too little for the
 * network's fee (`fee`), or the node says that it would fail (`fails`).
 */
export type SwapProblem = 'balance' | 'fee' | 'fails'

/**
 * The amount of a token that a contract could take, by an allowance that the account gave it
 * earlier. `contract` and `token` are addresses in lower case. `amount` is in the token's smallest
 * unit.
 */
export type SwapExposure = { contract: string; token: string; amount: bigint }

/** A swap whose transactions were built and checked. Amounts in the smallest unit. */
export type SwapPlan = {
  method: SwapMethod
  /** The contract that the approval permits to take the token. The check covers this contract. */
  spender?: string
  /** The minimal amount that has to arrive. */
  minimum: bigint
  /** The amount that arrives in the node's simulation. Undefined when it was not simulated. */
  arrives: bigint | undefined
  /**
   * Whether the node's simulation of the transactions proves that they do only what the offer says,
   * and that none of their contracts could take more. False where the node can't simulate, where
   * its simulation reports balances alone, and where there are `exposures`.
   */
  isChecked: boolean
  /**
   * Amounts that contracts of the swap could take besides the order's amount, by earlier
   * allowances. A simulation does not show what a contract does later.
   */
  exposures: readonly SwapExposure[]
  /**
   * The transactions that approve the contract, before the swap's own. Empty where none is needed.
   */
  approvals: readonly Transaction[]
  /** The swap's own transaction; undefined while there is a problem with the balance. */
  transaction: Transaction | undefined
  /**
   * The network's fee for all transactions, expected and maximal. Undefined where the node can't
   * estimate it.
   */
  fee: { total: bigint; max: bigint } | undefined
  /** The account's balance of the token to give. */
  balance: bigint
  problems: readonly SwapProblem[]
}

/** An order with the chosen offer, and the conditions for the swap. */
export type SwapRequest = SwapOrder & {
  offer: SwapOffer
  /** The maximal loss of the amount between offer and block, in percent. */
  slippage: number
  /** Addresses of other tokens of the account. The swap must not change their balances. */
  heldTokens?: readonly string[]
  /** Methods that must not be used, because they failed before. */
  without?: readonly SwapMethod[]
  signal?: AbortSignal
}

/**
 * The maximal price of a unit of a transaction's work (gas), in the smallest unit of the network's
 * own token. The three prices differ in how soon a block is to include the transaction.
 */
export type SwapGasPrices = { standard: bigint; fast: bigint; instant: bigint }

/**
 * Swaps tokens of one namespace, by the service's offers and the chain's own check of their effect.
 */
export type SwapFacet = {
  /**
   * The tokens that can be swapped on a network; with `token` (an address), that token alone.
   * @throws KitError swapsUnsupported; the service's errors
   */
  readTokens(parameters: {
    networkId: NetworkId
    token?: string
    signal?: AbortSignal
  }): Promise<readonly SwapToken[]>
  /**
   * The offers for an order, best first, at least one.
   * @throws KitError liquidityMissing, swapsUnsupported, swapRefused where no offer is for this
   *   order; the service's errors
   */
  readOffers(order: SwapOrder & { signal?: AbortSignal }): Promise<readonly SwapOffer[]>
  /**
   * The network's gas prices, as the service reports them.
   * @throws KitError gasPriceUnsupported; the service's errors
   */
  readGasPrices(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<SwapGasPrices>
  /**
   * The amount of the network's own token that must stay for the fee of a swap.
   * @throws the node's errors
   */
  readReserve(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<bigint>
  /**
   * Builds the transactions of a swap, and simulates them on the node without sending anything. The
   * wallet gets no request that its owner would see.
   * @throws KitError swapRefused when they do anything but what the offer says; priceMoved when
   *   less arrives than the minimum; the errors of service and node
   */
  plan(request: SwapRequest): Promise<SwapPlan>
  /**
   * Requests the owner's signature that approves the contract, and builds and checks the swap with
   * that signature. Undefined where the wallet or the token does not support such signatures.
   * @throws KitError userRejected, swapRefused, priceMoved …
   */
  permit(request: SwapRequest): Promise<SwapPlan | undefined>
  /**
   * Sends all transactions to the wallet as one request, and waits until they are in blocks.
   * Resolves to the hash of the swap's own transaction; undefined where the wallet does not support
   * such a request.
   * @throws KitError userRejected, transactionRejected …
   */
  sendTogether(request: SwapRequest, plan: SwapPlan): Promise<string | undefined>
  /**
   * The amount of the token that a transaction has brought. Undefined where the node can't say.
   * @throws the node's errors
   */
  readArrived(parameters: {
    networkId: NetworkId
    hash: string
    account: string
    token: SwapToken
    signal?: AbortSignal
  }): Promise<bigint | undefined>
}
