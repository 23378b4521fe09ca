import type { Router } from '../../../modal/router.ts'
import type { Views } from '../../registry.ts'

/** Notes what was searched and chosen in the list of all wallets, so that the way back leads there. */
export function keepPlace({ store }: Router<Views>, place: NonNullable<Views['AllWallets']>): void {
  store.setState(({ stack }) => ({ stack: stack.map((route, index) => (index === stack.length - 1 && route.view === 'AllWallets' ? { ...route, params: place } : route)) }))
}
