import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { CheckedChain } from '../options.ts'
import type { Order } from '../orders/orderStore.ts'
import type { Bids, NewPayout, Payout, PayoutOutcome } from '../treasury/payoutStore.ts'

/** Hex text with the prefix `0x`, in lower case. */
export type Hex = `0x${string}`

/**
 * The key of an account, of a token or of a transaction: its bytes. The case of an EVM address is
 * only a checksum (EIP-55). An account of Bitcoin has its output script as key.
 */
export const keyOf = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

/** Where the payouts of a treasury stand. */
export type PayoutRound = {
  /** Mined payouts with this nonce or a higher one are looked at again: a reorg may lose them. */
  lostFrom: number
  /** Whether a payout's nonce is used, so that the payout need not be sent again. */
  isUsed(payout: Payout): boolean
}

/** How the treasury sends payouts on a chain. Every method throws NodesError. */
export type PayoutChain = {
  /**
   * Begins a round.
   * @param next the nonce after that of the last stored payout
   */
  round(next: number, signal: AbortSignal): Promise<PayoutRound>
  /** The nonce of the next payout. @param next the nonce after that of the last stored payout */
  nextNonce(next: number, signal: AbortSignal): Promise<number>
  /**
   * The outcomes of payouts.
   * @param depth the number of blocks that have to follow before an outcome counts
   */
  outcomes(open: readonly Bids[], depth: number, signal: AbortSignal): Promise<PayoutOutcome[]>
  /**
   * Signs the transaction that pays an order.
   * @param options.open the payouts whose outcome is not known
   * @returns `poor` when the treasury cannot pay it now; `refused` when it can never be paid
   */
  sign(
    order: Order,
    options: { nonce: number; open: readonly Bids[] },
    signal: AbortSignal,
  ): Promise<NewPayout | 'poor' | 'refused'>
  /**
   * Signs a payout again, with fees that are high enough to replace it. Undefined on chains where a
   * payout is signed once.
   */
  signHigher?(payout: Payout, signal: AbortSignal): Promise<NewPayout>
  /**
   * Sends a signed transaction. If a node refuses it, this still succeeds: it may have been sent
   * before.
   */
  send(raw: Hex, signal: AbortSignal): Promise<void>
}

/** A test network on which the sandbox sells. Every method with a signal throws NodesError. */
export type SoldChain = Pick<CheckedChain, 'networkId' | 'name' | 'nativeCurrency' | 'tokens'> & {
  /** The name of the network in the API's options: the number of an EVM network, or a CAIP-2 id. */
  chainId: string
  /** The account that pays. It cannot buy. */
  treasury: Hex
  /** Writes an account. Undefined for a key that is no account of this chain. */
  addressText(key: Hex): string | undefined
  /** What the treasury has of a token, in its smallest unit. */
  balance(token: Hex, signal: AbortSignal): Promise<bigint>
  /** The cost of one payout of a token, in the smallest unit of the coin. */
  payoutCost(token: Hex, signal: AbortSignal): Promise<bigint>
  /** What the treasury needs of the coin for the cost of its next payouts. */
  reserve(signal: AbortSignal): Promise<bigint>
  payouts: PayoutChain
}

/** A token that is sold on a chain. `token`: 0xeeee… for the native coin. */
export type Asset = {
  chain: SoldChain
  token: Hex
  name: string
  symbol: string
  decimals: number
}

/**
 * The coin and the listed tokens of each chain.
 * @param symbols the symbols of the sold tokens; undefined: all tokens are sold
 */
export const assetsOf = (
  chains: readonly SoldChain[],
  symbols: readonly string[] | undefined,
): Asset[] =>
  chains
    .flatMap((chain): Asset[] => [
      { chain, token: nativeTokenAddress, ...chain.nativeCurrency },
      ...chain.tokens.map(({ address, name, symbol, decimals }) => ({
        chain,
        token: address,
        name,
        symbol,
        decimals,
      })),
    ])
    .filter(({ symbol }) => symbols?.includes(symbol) ?? true)
