import * as v from 'valibot'
import { SwapRefusedError, type SwapRequest } from '../swapProvider.ts'
import type { SwapApi, SwapApiKind } from './apiProvider.ts'
import { apiAddress, apiAmount, apiData, apiGas, requestSwapApi } from './requestSwapApi.ts'
import { chainIdOf } from '../../chains/evm/evmChain.ts'

const quote = v.object({ dstAmount: apiAmount, gas: v.nullish(apiGas) })
const swap = v.object({
  dstAmount: apiAmount,
  tx: v.object({ from: apiAddress, to: apiAddress, data: apiData, value: apiAmount }),
})
const spender = v.object({ address: apiAddress })

/**
 * How APIs are requested that are compatible with 1inch, version 6: `/{chainId}/quote`, `/swap` and
 * `/approve/spender`.
 */
export const oneInch: SwapApiKind = {
  async offer(api, request, signal) {
    const { dstAmount, gas } = await requestOneInch(
      api,
      request,
      'quote',
      { ...tokensOf(request), includeGas: 'true' },
      quote,
      signal,
    )
    return { amountOut: dstAmount, gas: gas ?? undefined, fee: 0n }
  },
  async build(api, request, signal) {
    const { user, slippage, permit } = request
    const query = {
      ...tokensOf(request),
      from: user,
      origin: user,
      slippage: String(Number(slippage) / 100),
      disableEstimate: 'true',
      ...(permit && { permit }),
    }
    const [allowed, { dstAmount, tx }] = await Promise.all([
      requestOneInch(api, request, 'approve/spender', {}, spender, signal),
      requestOneInch(api, request, 'swap', query, swap, signal),
    ])
    if (allowed.address !== api.spender)
      throw new SwapRefusedError('The provider names another contract')
    if (tx.from !== user)
      throw new SwapRefusedError("The provider's transaction is for another account")
    return { amountOut: dstAmount, to: tx.to, data: tx.data, value: tx.value }
  },
}

function tokensOf({ from, to, amount }: SwapRequest) {
  return { src: from, dst: to, amount: String(amount) }
}

function requestOneInch<schema extends v.GenericSchema>(
  api: SwapApi,
  { chain }: SwapRequest,
  path: string,
  query: Record<string, string>,
  answer: schema,
  signal: AbortSignal,
) {
  const headers: Record<string, string> =
    api.apiKey === undefined ? {} : { authorization: `Bearer ${api.apiKey}` }
  return requestSwapApi(
    {
      url: api.url,
      path: `/${chainIdOf(chain)}/${path}`,
      query,
      headers,
      answer,
    },
    api.fetch,
    signal,
  )
}
