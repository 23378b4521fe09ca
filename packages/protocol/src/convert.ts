/**
 * Swapping tokens. Tokens and accounts are CAIP-10 ids; the native token has the form of
 * `nativeTokenId`. Amounts are decimal strings in the token's smallest unit.
 * docs/contracts/api.md#swap
 */
import * as v from 'valibot'
import { accountId, caller, get, networkId, post } from './api.ts'
import { counts } from './limits.ts'
import { firstOf, listOf } from './listOf.ts'

/**
 * The networks (CAIP-2) on which other services are asked for quotes, if the operator configures
 * none. docs/contracts/api.md#fixed-values
 */
export const swapNetworks: readonly string[] = [
  'eip155:1',
  'eip155:42161',
  'eip155:10',
  'eip155:324',
  'eip155:8453',
  'eip155:56',
  'eip155:137',
  'eip155:100',
  'eip155:43114',
  'eip155:250',
  'eip155:8217',
  'eip155:1313161554',
]

/** An amount up to 2²⁵⁶−1, in decimal digits. */
const amount = v.pipe(v.string(), v.regex(/^\d{1,78}$/, 'Invalid amount'))
const hex = v.pipe(
  v.string(),
  v.maxLength(counts.swapData, 'The data is too long'),
  v.regex(/^0x(?:[0-9a-f]{2})*$/i, 'Invalid hex'),
  v.transform((text) => text as `0x${string}`),
) // the pattern above checks it
const providerId = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

/**
 * A token that can be swapped. `eip2612`: whether its owner can grant an allowance by a signature.
 */
export const swapToken = v.object({
  name: v.string(),
  symbol: v.string(),
  address: accountId,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  logoUri: v.nullish(v.string()),
  eip2612: v.optional(v.boolean(), false),
})
export type SwapToken = v.InferOutput<typeof swapToken>

/**
 * The tokens that can be swapped on a network. With `address`, only that token. Status 400 if the
 * network has no swaps. docs/contracts/api.md#swap-tokens
 */
export const convertTokens = get(
  '/v1/convert/tokens',
  v.object({ ...caller, chainId: networkId, address: v.optional(accountId) }),
  v.object({ tokens: firstOf(swapToken, counts.swapTokens) }),
)

/**
 * A path of a swap: `percent` of the amount goes through these tokens. `pools` has one entry for
 * each step between two tokens.
 */
const swapPath = v.object({
  percent: v.pipe(v.number(), v.gtValue(0), v.maxValue(100)),
  tokens: listOf(accountId, counts.swapSteps + 1),
  pools: listOf(v.object({ name: v.pipe(v.string(), v.maxLength(64)) }), counts.swapSteps),
})

/**
 * The quote of one provider. Everything after the first five members is an addition of this API;
 * other services do not have it:
 * - `spender`: the contract that the swap's transaction calls, and that needs an allowance for the
 *   source token, CAIP-10. For wrapping and unwrapping it is the wrapped token's own contract,
 *   which needs no allowance.
 * - `priceImpact`: by how many percent the amount moves the price in the pools
 * - `fee`: the provider's fee, in the source token
 * - `gas`: units of gas
 *
 * docs/contracts/api.md#swap-quotes
 */
export const swapQuote = v.object({
  id: v.nullable(v.string()),
  fromAmount: amount,
  fromAccount: accountId,
  toAmount: amount,
  toAccount: accountId,
  provider: v.optional(v.object({ id: providerId, name: v.pipe(v.string(), v.maxLength(64)) })),
  spender: v.optional(accountId),
  priceImpact: v.optional(v.nullable(v.number())),
  fee: v.optional(amount),
  gas: v.optional(amount),
  route: v.optional(listOf(swapPath, counts.swapPaths)),
})
export type SwapQuote = v.InferOutput<typeof swapQuote>

/**
 * The quotes for an amount, sorted by the received amount after fees, the best first. `gasPrice` is
 * in wei. Status 400, with "insufficient liquidity" in the description, if no provider can swap
 * this amount.
 */
export const convertQuotes = get(
  '/v1/convert/quotes',
  v.object({
    ...caller,
    amount,
    from: accountId,
    to: accountId,
    userAddress: v.optional(accountId),
    gasPrice: v.optional(amount),
  }),
  v.object({ quotes: listOf(swapQuote, counts.swapQuotes) }),
)

/**
 * How much of an account's token a provider's contract may take. `provider` @default the network's
 * first provider
 */
export const convertAllowance = get(
  '/v1/convert/allowance',
  v.object({
    ...caller,
    tokenAddress: accountId,
    userAddress: accountId,
    provider: v.optional(providerId),
  }),
  v.object({ allowance: amount }),
)

/** The prices of a unit of gas, in wei. */
export const convertGasPrice = get(
  '/v1/convert/gas-price',
  v.object({ ...caller, chainId: networkId }),
  v.object({ standard: amount, fast: amount, instant: amount }),
)

/**
 * The slippage: how many percent of the amount may be lost between quote and block. From 0.01 to
 * 50, as a number or as text.
 */
const slippage = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,2})?$/, 'Invalid slippage'), v.transform(Number)),
  ]),
  v.minValue(0.01, 'The slippage is too small'),
  v.maxValue(counts.maxSlippage, 'The slippage is too high'),
)

/**
 * The transaction of a swap. docs/contracts/api.md#swap-transaction
 * - `permit`: an allowance by signature (EIP-2612): the ABI-encoded arguments of `permit(owner,
 *   spender, value, deadline, v, r, s)`, 224 bytes
 * - `disableEstimate`: skips the test run, which fails before the token is approved
 * - `amount` of the answer: the expected amount of the target token; `to` is the quote's `spender`;
 *   `value` is an addition of this API
 */
export const convertBuildTransaction = post(
  '/v1/convert/build-transaction',
  v.object(caller),
  v.object({
    projectId: caller.projectId,
    amount,
    from: accountId,
    to: accountId,
    userAddress: accountId,
    eip155: v.object({ slippage, permit: v.optional(hex) }),
    disableEstimate: v.optional(v.boolean(), false),
    provider: v.optional(providerId),
  }),
  v.object({
    tx: v.object({
      from: accountId,
      to: accountId,
      data: hex,
      amount,
      value: v.optional(amount),
      eip155: v.nullish(v.object({ gas: amount, gasPrice: amount })),
    }),
  }),
)

/**
 * The calldata that approves a provider's contract for the source token. Without `amount`, the
 * approval has no limit. docs/contracts/api.md#swap-approval
 */
export const convertBuildApprove = get(
  '/v1/convert/build-approve',
  v.object({
    ...caller,
    from: accountId,
    to: accountId,
    userAddress: v.optional(accountId),
    amount: v.optional(amount),
    provider: v.optional(providerId),
  }),
  v.object({
    tx: v.object({
      from: accountId,
      to: accountId,
      data: hex,
      value: amount,
      eip155: v.nullish(v.object({ gas: v.optional(amount), gasPrice: amount })),
    }),
  }),
)
