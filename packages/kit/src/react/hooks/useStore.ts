import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'

/** Returns the whole state of a store, and renders again when it changes. */
export function useStore<state>(
  store: Pick<StoreApi<state>, 'subscribe' | 'getState' | 'getInitialState'>,
): state {
  return useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
}
