import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'

/** Follows a whole store. */
export function useStore<state>(
  store: Pick<StoreApi<state>, 'subscribe' | 'getState' | 'getInitialState'>,
): state {
  return useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
}
