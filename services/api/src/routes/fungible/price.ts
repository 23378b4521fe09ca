import { fungiblePrice as endpoint } from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import { readToken } from '../../addressText.ts'
import { ApiError, unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { baseUrl } from '../../http/baseUrl.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { ListedToken } from '../../options.ts'
import type { Chain } from '../../providers/chain.ts'
import { nativeToken } from '../../providers/holdings.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { currencyRate } from '../account/balance.ts'
import { PricesError } from '../../solana/solanaPrices.ts'
import { tokenImageUrl } from '../public/getTokenImage.ts'

type Asset = { id: string; chain: Chain; address: `0x${string}` }
type Known = { token: ListedToken; listed: boolean; dollars: number }

/**
 * Prices, one for every requested address in the same order. Source: docs/contracts/api.md#prices
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
        const known = await readAll(service, assets, signal)
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
  return { id, chain, address: readToken(chain.namespace, address) }
}

function keyOf({ chain, address }: Pick<Asset, 'chain' | 'address'>): string {
  return `${chain.networkId}:${address}`
}

async function readAll(
  service: Service,
  assets: readonly Asset[],
  signal: AbortSignal,
): Promise<Map<string, Known>> {
  const chains = [...new Set(assets.map((asset) => asset.chain))]
  const parts = await Promise.all(
    chains.map((chain) => {
      const addresses = assets
        .filter((asset) => asset.chain === chain)
        .map((asset) => asset.address)
      return readChain(service, chain, [...new Set(addresses)], signal)
    }),
  )
  return new Map(parts.flat())
}

async function readChain(
  { state }: Service,
  chain: Chain,
  addresses: readonly `0x${string}`[],
  signal: AbortSignal,
): Promise<[string, Known][]> {
  const listed = [nativeToken(chain), ...chain.tokens].filter((token) =>
    addresses.includes(token.address),
  )
  const others = addresses.filter((address) => !listed.some((token) => token.address === address))
  const found =
    chain.namespace === 'eip155' && others.length > 0
      ? await state.tokens(chain, others, signal)
      : [] // the operator's source has prices of listed tokens only
  const more = chain.namespace === 'eip155' ? await state.unlistedPrices(chain, found, signal) : []
  const prices = new Map([...more, ...(await state.prices(chain, signal))])
  return [...listed, ...found].flatMap((token): [string, Known][] => {
    const dollars = prices.get(token.address)
    return dollars === undefined
      ? []
      : [
          [
            keyOf({ chain, address: token.address }),
            { token, listed: listed.includes(token), dollars },
          ],
        ]
  })
}
