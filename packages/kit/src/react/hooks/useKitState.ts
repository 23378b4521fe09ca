import { useContext, useSyncExternalStore } from 'react'
import type { KitState } from '../../core/state.ts'
import { InitialStateContext } from '../page/InitialStateContext.ts'
import { useKit } from './useKit.ts'

/**
 * Re-renders when what `select` returns changes; `select` must return a value that stays the same
 * object while nothing changed.
 */
export function useKitState<value>(select: (state: KitState) => value): value {
  const { store } = useKit()
  const first = useContext(InitialStateContext)
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.getState()),
    () => select(first ?? store.getInitialState()),
  )
}
