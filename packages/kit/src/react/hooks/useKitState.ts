import { useContext, useSyncExternalStore } from 'react'
import type { KitState } from '../../core/kit/state.ts'
import { InitialStateContext } from '../button/InitialStateContext.ts'
import { useKit } from './useKit.ts'

/**
 * Returns a value of the kit's state, and renders again when it changes. `select` must return the
 * same object as long as nothing has changed.
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
