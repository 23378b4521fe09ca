import { createContext } from 'react'
import type { KitState } from '../../core/kit/state.ts'

/**
 * The state that a server renders and the page hydrates from, if the provider knows the accounts of
 * the last visit. Otherwise it is the initial state of the kit's store.
 */
export const InitialStateContext = createContext<KitState | undefined>(undefined)
