import { isSameAddress } from '@latchkey/protocol/address'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../../core/kit/kit.ts'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { changeOrder, followOrders, restoreOrders } from './orders.ts'
import { watchOrder } from './watchOrder.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** Returns the orders that can still change: they are not over, and at most a day old. */
export function openOrders(kit: Kit): readonly Order[] {
  const now = contextOf(kit).clock.now()
  return restoreOrders(kit).filter(
    (order) => !isFinished(order) && order.startedAt > now - times.onrampOrder,
  )
}

/**
 * Resumes the purchases of an earlier visit, until the returned function is called. It follows the
 * purchases that are not over. If this tab has left the page for the provider's page, it opens that
 * purchase in the modal, once the purchase's account is connected again.
 */
export function resumeOrders(kit: Kit): () => void {
  const stops = [followOrders(kit)]
  const open = openOrders(kit)
  for (const { id } of open) stops.push(watchOrder(kit, { id }))
  const leftOrder = open.find(({ hasLeft }) => hasLeft)
  if (leftOrder)
    stops.push(
      whenConnected(kit, leftOrder.address, () => {
        changeOrder(kit, leftOrder.id, ({ hasLeft: _hasLeft, ...order }) => order)
        // an error is ignored: the site can read the order from the kit's state in any case
        if (contextOf(kit).hasProvider) kit.open({ view: 'BuyInProgress' }).catch(() => {})
      }),
    )
  return () => stops.forEach((stop) => stop())
}

/** Calls `onConnect` as soon as the account with this address is the current account. */
function whenConnected(kit: Kit, address: string, onConnect: () => void): () => void {
  const check = () => {
    const account = accountOf(kit.getState())
    if (!account || !isSameAddress(account.address, address)) return
    stop()
    onConnect()
  }
  const stop = kit.subscribe(check)
  check()
  return stop
}
