import { isServedAddress } from '@latchkey/protocol/address'
import * as counts from '@latchkey/protocol/counts'
import { accountHistory } from '@latchkey/protocol/history'
import type { ApiContext } from '../../../core/http/callApi.ts'
import { callApi } from '../../../core/http/callApi.ts'
import { isRefused } from '../../../core/errors/isRefused.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { ordersOf } from './orders.ts'
import { getOnrampProviders } from '../providers.lazy.ts'
import type { OnrampProvider } from '../providers.lazy.ts'
import { readRow } from './readRow.ts'
import type { PurchaseRow } from './readRow.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * A purchase of the account that the API knows, perhaps from another browser. If this browser
 * started it, `id` is the id of the stored order.
 */
export type Purchase = PurchaseRow & { provider: Pick<OnrampProvider, 'id' | 'name'> }

/**
 * Purchases, newest first. `isPartial`: purchases are missing, because the list of a company could
 * not be read or is too long.
 */
export type Purchases = { purchases: readonly Purchase[]; isPartial: boolean }

/** The maximum number of pages of a company's list that are read. */
const maxPages = 4

/**
 * Returns the purchases of the current account that the API knows, on the site's networks:
 * - purchases whose tokens have arrived
 * - purchases whose key this browser has
 *
 * Companies whose purchases the API does not know are left out.
 * @throws KitError addressMissing; the HTTP error if nothing could be read; requestAborted
 */
export async function getPurchases(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Purchases> {
  const { api } = contextOf(kit)
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  const { address, namespace } = account
  if (!api || !isServedAddress(address, namespace)) return { purchases: [], isPartial: false }
  const providers = await getOnrampProviders(kit, signal && { signal })
  const lists = await Promise.allSettled(
    providers.map((provider) => readList(kit, api, { provider, address, signal })),
  )
  const failed = lists.flatMap((list) =>
    list.status === 'rejected' ? [list.reason as unknown] : [],
  )
  const aborted = failed.find((reason) => KitError.is(reason, 'requestAborted'))
  if (aborted !== undefined || (failed.length > 0 && failed.length === lists.length))
    throw aborted ?? failed[0]
  const known = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []))
  return {
    purchases: known.flatMap(({ purchases }) => purchases).sort((a, b) => b.at - a.at),
    isPartial: failed.length > 0 || known.some(({ isPartial }) => isPartial),
  }
}

/** Returns the list of one company; empty if the API does not know its purchases. */
async function readList(
  kit: Kit,
  api: ApiContext,
  {
    provider: { id, name },
    address,
    signal,
  }: { provider: OnrampProvider; address: string; signal: AbortSignal | undefined },
): Promise<Purchases> {
  const networkIds = contextOf(kit).networks.map(({ networkId }) => networkId)
  const orders = ordersOf(kit, address)
    .flatMap((order) =>
      order.provider.id === id && order.orderId !== undefined ? [order.orderId] : [],
    )
    .slice(0, counts.onrampKnownOrders)
    .join(',')
  const purchases: Purchase[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    try {
      const { data, next } = await callApi(api, accountHistory, {
        query: {
          address,
          onramp: id,
          ...(orders && { orders }),
          ...(cursor !== undefined && { cursor }),
        },
        retries: 1,
        signal,
      })
      purchases.push(
        ...data
          .flatMap((entry) => readRow(entry, address, networkIds))
          .map((row) => ({ ...row, provider: { id, name } })),
      )
      if (!next || next === cursor) return { purchases, isPartial: false }
      cursor = next
    } catch (error) {
      if (cursor === undefined && isRefused(error, 'onramp')) return { purchases, isPartial: false }
      throw error
    }
  }
  return { purchases, isPartial: true }
}
