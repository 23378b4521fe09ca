import type { StoreApi } from 'zustand/vanilla'
import type { WalletState } from './walletState.ts'

/**
 * Announces the wallet. While its behaviour is `disappear`, the wallet is not announced.
 * @returns the function that ends the announcement
 */
export function announceWhilePresent(
  store: StoreApi<WalletState>,
  announce: () => () => void,
): () => void {
  let end: (() => void) | undefined
  const follow = ({ behaviour }: WalletState) => {
    if (behaviour === 'disappear') {
      end?.()
      end = undefined
    } else end ??= announce()
  }
  const unsubscribe = store.subscribe(follow)
  follow(store.getState())
  return () => {
    unsubscribe()
    end?.()
  }
}
