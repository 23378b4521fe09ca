import * as times from '@latchkey/protocol/times'
import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { onrampOptions } from '@latchkey/protocol/onramp'
import type { OnrampOptions as OptionsOnWire } from '@latchkey/protocol/onramp'
import { onrampDefaults } from '@latchkey/protocol/onrampDefaults'
import { callApi } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * A token that can be bought on a network. `address` is its contract, absent for the native token.
 * Texts are cleaned.
 */
export type BuyableToken = {
  id: string
  symbol: string
  name: string
  networkId: NetworkId
  address?: string
}

/** A currency to pay with, and the limits of each payment method as decimal strings. */
export type PayCurrency = {
  id: string
  methods: readonly { id: string; min: string; max: string }[]
}

/**
 * The tokens that can be bought on the site's networks, and the currencies to pay with.
 * `isDefault`: the API did not answer, so these are the kit's default values.
 */
export type OnrampOptions = {
  tokens: readonly BuyableToken[]
  currencies: readonly PayCurrency[]
  isDefault: boolean
}

/**
 * Returns the tokens that can be bought on the site's networks of the active namespace, and the
 * currencies to pay with. They are cached for five minutes. If the API does not answer, it returns
 * the default list (docs/contracts/product.md#buying), and the next call requests again. It rejects
 * only if `signal` aborts.
 * @throws KitError requestAborted
 */
export async function getOnrampOptions(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<OnrampOptions> {
  const { client } = await contextOf(kit).queries()
  const answer = await client
    .fetchQuery({
      queryKey: ['onramp options'],
      staleTime: times.onrampOptions,
      networkMode: 'always',
      queryFn: ({ signal: querySignal }): Promise<OptionsOnWire> =>
        requestOptions(kit, signal ?? querySignal),
    })
    .catch((error: unknown) => {
      if (KitError.is(error, 'requestAborted') || signal?.aborted) throw error
      return undefined
    })
  return readOptions(kit, answer)
}

async function requestOptions(kit: Kit, signal: AbortSignal): Promise<OptionsOnWire> {
  const { api } = contextOf(kit)
  return api ? callApi(api, onrampOptions, { query: {}, retries: 1, signal }) : onrampDefaults
}

function readOptions(kit: Kit, answer: OptionsOnWire | undefined): OnrampOptions {
  const { purchaseCurrencies, paymentCurrencies } = answer ?? onrampDefaults
  const { namespace } = kit.getState()
  const named = new Set(contextOf(kit).networks.map(({ networkId }) => networkId))
  const tokens = purchaseCurrencies.flatMap(({ symbol, name, networks }) =>
    networks.flatMap((network): readonly BuyableToken[] => {
      const networkId = networkOf(network.chain_id, namespace)
      if (!networkId || !named.has(networkId)) return []
      const token = {
        symbol: cleanText(symbol),
        name: cleanText(name) || cleanText(symbol),
        networkId,
        ...(network.contract_address && { address: network.contract_address }),
      }
      // dropped if cleaning changes the symbol: with invisible characters it could look like
      // another
      return token.symbol === symbol ? [{ id: `${networkId} ${symbol}`, ...token }] : []
    }),
  )
  const currencies = paymentCurrencies.flatMap(({ id: currency, payment_method_limits: limits }) =>
    /^[A-Z]{3}$/.test(currency)
      ? [{ id: currency, methods: limits.filter((limit) => cleanText(limit.id) === limit.id) }]
      : [],
  )
  return { tokens: uniqueBy(tokens), currencies: uniqueBy(currencies), isDefault: !answer }
}

/** Reads a network in the API's answer: a CAIP-2 id, or a chain id in the active namespace. */
function networkOf(chainId: string, namespace: Namespace): NetworkId | undefined {
  try {
    const [head = '', tail] = chainId.split(':')
    // the cast is safe: the caller compares the id with the site's networks
    const networkId = tail === undefined ? formatNetworkId(namespace, head) : (chainId as NetworkId)
    return networkId.startsWith(`${namespace}:`) ? networkId : undefined
  } catch {
    return undefined // it is no valid chain id of this namespace
  }
}

const uniqueBy = <row extends { id: string }>(rows: readonly row[]): readonly row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
