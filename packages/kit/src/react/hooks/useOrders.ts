import { addressKey } from '@latchkey/protocol/address'
import { useEffect, useMemo } from 'react'
import type { Order } from '../../core/contracts/order.ts'
import { followOrders, restoreOrders } from '../../domains/onramp/order/orders.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

const nothing: readonly Order[] = []

/**
 * Returns the purchases of the current account made in this browser, newest first. Purchases made
 * in other tabs are included.
 */
export function useOrders(): readonly Order[] {
  const kit = useKit()
  const session = useAccount()
  const orders = useKitState((state) => state.orders) ?? nothing
  const address = 'account' in session ? session.account.address : undefined
  useEffect(() => {
    restoreOrders(kit)
    return followOrders(kit)
  }, [kit])
  return useMemo(
    () =>
      address === undefined
        ? nothing
        : orders.filter((order) => addressKey(order.address) === addressKey(address)),
    [orders, address],
  )
}
