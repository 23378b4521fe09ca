import { addressKey } from '@latchkey/protocol/address'
import { useEffect, useMemo } from 'react'
import type { Order } from '../../../core/order.ts'
import { followOrders, restoreOrders } from '../../../onramp/order/orders.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'

const nothing: readonly Order[] = []

/** The purchases of an account from this browser, newest first, also those of other tabs. */
export function useOrders(address: string | undefined): readonly Order[] {
  const kit = useKit()
  const orders = useKitState((state) => state.orders) ?? nothing
  useEffect(() => {
    restoreOrders(kit)
    return followOrders(kit)
  }, [kit])
  return useMemo(() => (address === undefined ? nothing : orders.filter((order) => addressKey(order.address) === addressKey(address))), [orders, address])
}
