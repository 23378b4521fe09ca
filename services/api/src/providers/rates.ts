import type { Currency } from '@latchkey/protocol/currencies'
import { times } from '@latchkey/protocol/limits'
import { withLimit } from '@latchkey/server/waiting'
import type { Rates } from '../options.ts'
import { NodesError } from './nodes.ts'
import type { Chain } from '../chains/chainReader.ts'

/**
 * For each crypto currency: the symbols whose price gives its rate. They are the coin's, or that of
 * a token that represents it.
 */
const symbols: Partial<Record<Currency, readonly string[]>> = {
  eth: ['ETH', 'WETH'],
  btc: ['BTC', 'WBTC'],
}

/**
 * Makes the function that returns the units of a currency for one US dollar. The rates of `eth` and
 * `btc` come from the first chain that has a market for them. Without a market, and for all other
 * currencies, the operator's source has the rate. Undefined if it has none. The function throws
 * NodesError when no chain has the rate and one of them does not answer.
 */
export function createRates(options: {
  chains: readonly Pick<Chain, 'reader'>[]
  source: Rates | undefined
}): Rates {
  async function fromChains(wanted: readonly string[], signal: AbortSignal) {
    let down: NodesError | undefined
    for (const { reader } of options.chains) {
      try {
        const price = await reader.dollarsOf?.(wanted, signal)
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
      (await fromChains(symbols[currency] ?? [], signal)) ??
      (await requestRate(options.source, currency, signal))
    return rate !== undefined && Number.isFinite(rate) && rate > 0 ? rate : undefined
  }
}

async function requestRate(source: Rates | undefined, currency: Currency, signal: AbortSignal) {
  return source && withLimit(times.httpRequest, signal, (limited) => source(currency, limited))
}
