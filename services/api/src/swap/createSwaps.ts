import { withLimit } from '@latchkey/server/waiting'
import { ApiError } from '../apiError.ts'
import type { Metrics } from '../metrics.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { bestFirst, type Offered } from './bestFirst.ts'
import { readGasPrices, type GasPrices } from './gasPrices.ts'
import { createPoolsProvider } from './pools/poolsProvider.ts'
import { plausibleOffers } from './plausibleOffers.ts'
import { readHead, type Head } from './readHead.ts'
import {
  LiquidityError,
  SwapRefusedError,
  type BuildRequest,
  type BuiltSwap,
  type SwapProvider,
  type SwapRequest,
} from './swapProvider.ts'
import { isWrapping, wrapProvider } from './wrapProvider.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/** The swaps on all chains. */
export type Swaps = {
  /** Whether tokens can be swapped on a chain. */
  serves(chain: EvmChain): boolean
  /**
   * The plausible offers of all providers that answer in time, best first, by what remains after
   * gas.
   * @throws when there is no offer: SwapRefusedError if a provider refuses the swap; LiquidityError
   *   if the providers that answer cannot swap the amount; if none answers, the first provider's
   *   error
   */
  offers(request: SwapRequest, signal: AbortSignal): Promise<Offered[]>
  /**
   * The transaction of a swap, from one provider.
   * @throws the errors of its `build`; ApiError 400 for an unknown provider
   */
  build(
    request: BuildRequest,
    provider: string | undefined,
    signal: AbortSignal,
  ): Promise<BuiltSwap>
  /**
   * The provider with an id; without an id, the first provider of the network.
   * @throws ApiError 400
   */
  provider(chain: EvmChain, id: string | undefined): SwapProvider
  /**
   * The gas prices of a chain. They are read once for each block.
   * @throws NodesError
   */
  gasPrices(chain: EvmChain, signal: AbortSignal): Promise<GasPrices>
}

export type SwapsOptions = {
  now: () => number
  metrics: Metrics
  /** Providers in addition to the pools on the chain. */
  apis: readonly SwapProvider[]
  /** Milliseconds that each provider has to answer. */
  timeLimit: number
}

/** Milliseconds for which the gas prices of a block are cached. */
const gasLifetime = 15_000

/** Makes the swaps. */
export function createSwaps({ now, metrics, apis, timeLimit }: SwapsOptions): Swaps {
  // it stores nothing: it only lets concurrent requests share one read
  const heads = createSharedCache<Head>({ lifetime: 0, max: 100, now })
  const prices = createSharedCache<GasPrices>({ lifetime: gasLifetime, max: 100, now })
  const head = (chain: EvmChain, signal: AbortSignal) =>
    heads.get(chain.networkId, (stop) => readHead(chain, stop), signal)
  const providers = [createPoolsProvider({ now, head }), ...apis]
  const all = [...providers, wrapProvider]

  const limited: Limited = (provider, signal, work) =>
    withOutcome(metrics, provider, signal, () => withLimit(timeLimit, signal, work))

  const swaps: Swaps = {
    serves: (chain) => providers.some((provider) => provider.serves(chain)),

    async offers(request, signal) {
      const serving = isWrapping(request)
        ? [wrapProvider]
        : providers.filter((provider) => provider.serves(request.chain))
      return offersOf(serving, request, limited, signal)
    },

    async build(request, id, signal) {
      const provider =
        id === undefined && isWrapping(request) ? wrapProvider : swaps.provider(request.chain, id)
      if (provider === wrapProvider && !isWrapping(request))
        throw new ApiError(400, 'provider', 'Unknown provider')
      return limited(provider, signal, (stop) => provider.build(request, stop))
    },

    provider(chain, id) {
      const found =
        id === undefined
          ? providers.find((provider) => provider.serves(chain))
          : all.find((provider) => provider.id === id && provider.serves(chain))
      if (!found) throw new ApiError(400, 'provider', 'Unknown provider')
      return found
    },

    async gasPrices(chain, signal) {
      const { hash, baseFee } = await head(chain, signal)
      return prices.get(
        `${chain.networkId} ${hash}`,
        (stop) => readGasPrices(chain, baseFee, stop),
        signal,
      )
    },
  }
  return swaps
}

/** Runs a provider's work within the time limit, and counts its outcome. */
type Limited = <value>(
  provider: SwapProvider,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<value>,
) => Promise<value>

/** The plausible offers of the providers, best first. @throws like {@link Swaps.offers} */
async function offersOf(
  serving: readonly SwapProvider[],
  request: SwapRequest,
  limited: Limited,
  signal: AbortSignal,
): Promise<Offered[]> {
  const answers = await Promise.allSettled(
    serving.map((provider) => limited(provider, signal, (stop) => provider.offer(request, stop))),
  )
  signal.throwIfAborted()
  const offered = answers.flatMap((answer, index): Offered[] => {
    const provider = serving[index]
    return provider && answer.status === 'fulfilled' ? [{ provider, offer: answer.value }] : []
  })
  const plausible = plausibleOffers(offered)
  if (plausible.length > 0) return bestFirst(plausible, request.gasPrice)
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  )
  throw (
    reasons.find((reason) => reason instanceof SwapRefusedError) ??
    reasons.find((reason) => reason instanceof LiquidityError) ??
    reasons[0] ??
    new LiquidityError()
  )
}

/** Runs a provider's work, and counts its outcome. */
async function withOutcome<value>(
  metrics: Metrics,
  { id }: SwapProvider,
  signal: AbortSignal,
  work: () => Promise<value>,
): Promise<value> {
  const count = (outcome: string) => metrics.swaps({ provider: id, outcome }).add()
  try {
    const value = await work()
    count('answered')
    return value
  } catch (error) {
    signal.throwIfAborted()
    count(
      error instanceof LiquidityError
        ? 'no liquidity'
        : error instanceof SwapRefusedError
          ? 'refused'
          : 'failed',
    )
    throw error
  }
}
