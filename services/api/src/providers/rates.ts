import type { Currency } from '@latchkey/protocol/currencies'
import { times } from '@latchkey/protocol/limits'
import { withLimit } from '@latchkey/server/waiting'
import type { Rates } from '../options.ts'
import type { EvmChain } from './chain.ts'
import { NodesError } from './nodes.ts'

/**
 * The token whose price gives the rate of a crypto currency: the coin itself, or a token that
 * represents it.
 */
const symbols: Partial<Record<Currency, readonly string[]>> = {
  eth: ['ETH', 'WETH'],
  btc: ['BTC', 'WBTC'],
}

/**
 * Makes the function that returns the units of a currency for one US dollar. `eth` and `btc` are
 * read from the first chain with a pool for them, the others from the operator's source. Undefined
 * where no source has the rate. It throws NodesError when the chains that may have it are down.
 */
export function createRates(options: {
  chains: readonly EvmChain[]
  prices: (chain: EvmChain, signal: AbortSignal) => Promise<Map<string, number>>
  source: Rates | undefined
}): Rates {
  async function fromPools(wanted: readonly string[], signal: AbortSignal) {
    let down: NodesError | undefined
    for (const chain of options.chains.filter((entry) => addressOf(entry, wanted))) {
      try {
        const price = (await options.prices(chain, signal)).get(addressOf(chain, wanted) ?? '')
        if (price) return 1 / price
      } catch (error) {
        if (!(error instanceof NodesError)) throw error
        down = error
      }
    }
    if (down) throw down
    return undefined
  }

  return async (currency, signal) => {
    if (currency === 'usd') return 1
    const rate =
      (await fromPools(symbols[currency] ?? [], signal)) ??
      (await requestRate(options.source, currency, signal))
    return rate !== undefined && Number.isFinite(rate) && rate > 0 ? rate : undefined
  }
}

async function requestRate(source: Rates | undefined, currency: Currency, signal: AbortSignal) {
  return source && withLimit(times.httpRequest, signal, (limited) => source(currency, limited))
}

function addressOf(chain: EvmChain, wanted: readonly string[]): string | undefined {
  if (!chain.dex) return undefined
  if (wanted.includes(chain.nativeCurrency.symbol)) return chain.dex.weth
  return chain.tokens.find((token) => wanted.includes(token.symbol))?.address
}
