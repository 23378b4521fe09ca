import * as v from 'valibot'
import { LiquidityError, SwapRefusedError, type SwapRequest } from '../swapProvider.ts'
import type { SwapApi, SwapApiKind } from './apiProvider.ts'
import {
  apiAddress,
  apiAmount,
  apiData,
  apiGas,
  requestSwapApi,
  SwapApiError,
} from './requestSwapApi.ts'
import { chainIdOf } from '../../chains/evm/evmChain.ts'

const answered = v.object({
  liquidityAvailable: v.literal(true),
  sellToken: apiAddress,
  buyToken: apiAddress,
  sellAmount: apiAmount,
  buyAmount: apiAmount,
  gas: v.nullish(apiGas),
  fees: v.nullish(
    v.object({ zeroExFee: v.nullish(v.object({ amount: apiAmount, token: apiAddress })) }),
  ),
  // only `/quote` answers these two
  minBuyAmount: v.optional(apiAmount),
  transaction: v.optional(v.object({ to: apiAddress, data: apiData, value: apiAmount })),
})
/** The answer if there is no liquidity. It has no other field. */
const none = v.object({ liquidityAvailable: v.literal(false) })
const answer = v.union([answered, none])

/**
 * How APIs are requested that are compatible with 0x, version 2: `/swap/allowance-holder/price` and
 * `/quote`.
 */
export const zeroX: SwapApiKind = {
  async offer(api, request, signal) {
    const { fees, ...answer } = await requestZeroX(api, 'price', request, {}, signal)
    const fee = fees?.zeroExFee
    return {
      amountOut: answer.buyAmount,
      gas: answer.gas ?? undefined,
      fee: fee?.token === request.from ? fee.amount : 0n,
    }
  },
  async build(api, request, signal) {
    if (request.permit) throw new SwapRefusedError('This provider takes no permits')
    const { buyAmount, minBuyAmount, transaction } = await requestZeroX(
      api,
      'quote',
      request,
      { slippageBps: String(request.slippage) },
      signal,
    )
    if (minBuyAmount === undefined || !transaction)
      throw new SwapApiError('It answered no transaction')
    const minOut = buyAmount - (buyAmount * request.slippage) / 10_000n
    // one more, because the service may round the minimum down
    if (minBuyAmount + 1n < minOut) throw new SwapRefusedError("The provider's minimum is too low")
    return { amountOut: buyAmount, ...transaction }
  },
}

type RequestZeroX = SwapRequest & { user?: `0x${string}` | undefined }

async function requestZeroX(
  api: SwapApi,
  path: 'price' | 'quote',
  { chain, from, to, amount, user }: RequestZeroX,
  more: Record<string, string>,
  signal: AbortSignal,
): Promise<v.InferOutput<typeof answered>> {
  const query = {
    chainId: chainIdOf(chain),
    sellToken: from,
    buyToken: to,
    sellAmount: String(amount),
    ...(user && { taker: user }),
    ...more,
  }
  const headers = {
    '0x-version': 'v2',
    ...(api.apiKey !== undefined && { '0x-api-key': api.apiKey }),
  }
  const got = await requestSwapApi(
    { url: api.url, path: `/swap/allowance-holder/${path}`, query, headers, answer },
    api.fetch,
    signal,
  )
  if (!got.liquidityAvailable) throw new LiquidityError()
  if (got.sellToken !== from || got.buyToken !== to || got.sellAmount !== amount)
    throw new SwapApiError('It answered about another swap')
  return got
}
