import type { CheckedOptions } from '../../options.ts'
import { gasLimit } from '../gasLimit.ts'
import {
  SwapRefusedError,
  type Address,
  type BuildRequest,
  type SwapProvider,
  type SwapRequest,
} from '../swapProvider.ts'
import { testRun } from '../testRun.ts'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { keepsMinimum } from './keepsMinimum.ts'
import { SwapApiError } from './requestSwapApi.ts'

/** A service whose API the operator has named, and the function that sends requests. */
export type SwapApi = CheckedOptions['swapApis'][number] & { fetch: typeof globalThis.fetch }

/** A service's offer. `fee` is in the source token. */
export type ApiOffer = { amountOut: bigint; gas: bigint | undefined; fee: bigint }
/** A transaction that a service has built. The shape of its fields is checked. */
export type ApiTransaction = { amountOut: bigint; to: Address; data: `0x${string}`; value: bigint }

/** How a kind of API is requested. @throws LiquidityError; SwapApiError; the signal's reason */
export type SwapApiKind = {
  offer(api: SwapApi, request: SwapRequest, signal: AbortSignal): Promise<ApiOffer>
  build(api: SwapApi, request: BuildRequest, signal: AbortSignal): Promise<ApiTransaction>
}

/**
 * Makes a provider from another service, whose answers are not trusted. Its transaction has to call
 * the operator's contract with the right value. Before it is answered, it is tried on the chain. In
 * the trial
 * - it may take at most the amount, and no other token,
 * - it has to pay the minimum,
 * - and it has to fail if it would pay less.
 */
export function apiProvider(api: SwapApi, kind: SwapApiKind): SwapProvider {
  return {
    id: api.id ?? api.kind,
    name: api.name ?? api.kind,
    serves: ({ networkId }) => api.networks.includes(networkId),
    spender: () => api.spender,
    async offer(request, signal) {
      const { amountOut, gas, fee } = await kind.offer(api, request, signal)
      if (amountOut === 0n) throw new SwapApiError('It offers nothing')
      return {
        amountOut,
        gas,
        fee,
        gasCost: undefined,
        spender: api.spender,
        priceImpact: null,
        route: [
          { percent: 100, tokens: [request.from, request.to], pools: [api.name ?? api.kind] },
        ],
      }
    },
    async build(request, signal) {
      const { amountOut, ...tx } = await kind.build(api, request, signal)
      const minOut = amountOut - (amountOut * request.slippage) / 10_000n
      if (amountOut === 0n) throw new SwapRefusedError('The provider offers nothing')
      if (tx.to !== api.spender) throw new SwapRefusedError('The provider names another contract')
      if (tx.value !== (request.from === nativeTokenAddress ? request.amount : 0n))
        throw new SwapRefusedError('The provider asks for another value')
      const { gasUsed, received } = await tryOut(request, tx, minOut, signal)
      if (!(await keepsMinimum({ ...request, tx }, { minOut, received }, signal)))
        throw new SwapRefusedError("The provider's transaction holds no minimum")
      return { ...tx, amountOut, minOut, gas: gasLimit(gasUsed) }
    },
  }
}

/**
 * Tries a transaction.
 * @returns the gas that it used, and the amount that it paid
 * @throws SwapRefusedError; SwapApiError when it cannot be tried
 */
async function tryOut(
  { chain, user, from, to, amount, permit }: BuildRequest,
  tx: Omit<ApiTransaction, 'amountOut'>,
  minOut: bigint,
  signal: AbortSignal,
): Promise<{ gasUsed: bigint; received: bigint }> {
  const trial = await testRun(chain, { user, from, to, amount, tx, permit }, signal)
  if (trial.status === 'unknown') throw new SwapApiError('Its transaction cannot be tried')
  if (trial.status === 'poor') throw new SwapRefusedError('The account has too little of the token')
  if (trial.status === 'failed') throw new SwapRefusedError(`The swap would fail: ${trial.reason}`)
  const others = [...trial.taken.sent, ...trial.taken.allowed].filter((token) => token !== from)
  if (others.length > 0)
    throw new SwapRefusedError("The provider's transaction takes another token")
  if (trial.spent > amount)
    throw new SwapRefusedError("The provider's transaction takes more than the amount")
  if (trial.received < minOut)
    throw new SwapRefusedError("The provider's transaction pays less than it says")
  return trial
}
