import { accountKey } from '@latchkey/protocol/address'
import { fungiblePrice } from '@latchkey/protocol/api'
import type { Currency } from '@latchkey/protocol/currencies'
import * as times from '@latchkey/protocol/times'
import { callApi } from '../../core/http/callApi.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Known prices of tokens, by CAIP-10 id in lower case. */
export type Prices = { readonly [id: string]: number | undefined }

/** The query of the prices of tokens in a currency. @param ids CAIP-10 */
export function pricesQuery(kit: Kit, ids: readonly string[], currency: Currency) {
  return {
    queryKey: ['swap-prices', currency, ...ids] as const,
    staleTime: times.balanceCache,
    refetchInterval: times.balanceCache,
    networkMode: 'always' as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Prices> => {
      const { api } = contextOf(kit)
      if (!api) throw kitError('swapsUnsupported')
      const body = {
        ...(api.projectId && { projectId: api.projectId }),
        currency,
        addresses: [...ids],
      }
      const { fungibles } = await callApi(api, fungiblePrice, { query: {}, body, signal })
      return Object.fromEntries(
        fungibles.map(({ address, price }) => [accountKey(address), price > 0 ? price : undefined]),
      )
    },
  }
}
