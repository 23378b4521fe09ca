import { fungiblePrice as endpoint } from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import { ApiError, unavailable } from '../../apiError.ts'
import type { Chain, Key } from '../../chains/chainReader.ts'
import { readToken } from '../../chains/readAccount.ts'
import { answerJson } from '../../http/answer.ts'
import { baseUrl } from '../../http/baseUrl.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { PricedToken } from '../../providers/holdings.ts'
import { NodesError } from '../../providers/nodes.ts'
import { PricesError } from '../../providers/prices.ts'
import type { Service } from '../../service.ts'
import { currencyRate } from '../account/balance.ts'
import { tokenImageUrl } from '../../icons/tokenImageUrl.ts'

type Asset = { id: string; chain: Chain; address: Key }

/**
 * Makes the endpoint of prices. Each requested address gets a price, in the same order. Source:
 * docs/contracts/api.md#prices
 */
export function price(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { body } = await readCall(call, endpoint, service)
      const assets = body.addresses.map((id) => toAsset(id, service))
      const signal = clientSignal(call)
      const base = baseUrl(call, service)
      try {
        const rate = await currencyRate(service, body.currency, signal)
        const known = await readAll(assets, signal)
        const fungibles = assets.map((asset) => {
          const entry = known.get(keyOf(asset))
          if (!entry) throw new ApiError(400, 'asset', 'Unknown asset')
          const {
            token: { name, symbol, decimals },
            listed,
            dollars,
          } = entry
          return {
            address: asset.id,
            name,
            symbol,
            iconUrl: tokenImageUrl(base, symbol, { listed }),
            price: dollars * rate,
            decimals,
          }
        })
        return answerJson(call, { fungibles }, { 'cache-control': 'no-store' })
      } catch (error) {
        if (error instanceof NodesError || error instanceof PricesError)
          throw unavailable('', 'Prices are unavailable', error)
        throw error
      }
    },
  }
}

function toAsset(id: string, service: Service): Asset {
  const { networkId, address } = parseAccountId(id)
  const chain = service.chain(networkId)
  return { id, chain, address: readToken(chain, address) }
}

function keyOf({ chain, address }: Pick<Asset, 'chain' | 'address'>): string {
  return `${chain.networkId}:${address}`
}

async function readAll(
  assets: readonly Asset[],
  signal: AbortSignal,
): Promise<Map<string, PricedToken>> {
  const chains = [...new Set(assets.map((asset) => asset.chain))]
  const parts = await Promise.all(
    chains.map((chain) => {
      const addresses = assets
        .filter((asset) => asset.chain === chain)
        .map((asset) => asset.address)
      return readChain(chain, [...new Set(addresses)], signal)
    }),
  )
  return new Map(parts.flat())
}

async function readChain(
  chain: Chain,
  addresses: readonly Key[],
  signal: AbortSignal,
): Promise<[string, PricedToken][]> {
  const priced = await chain.reader.pricesOf(addresses, signal)
  return priced.map((entry) => [keyOf({ chain, address: entry.token.address }), entry])
}
