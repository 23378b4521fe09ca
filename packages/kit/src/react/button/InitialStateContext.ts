import { createContext } from 'react'
import type { KitState } from '../../core/kit/state.ts'

/**
 * The state that a server renders and from which the page hydrates. It is set if the provider knows
 * the accounts of the last visit. If it is undefined, the initial state of the kit's store is used.
 */
export const InitialStateContext = createContext<KitState | undefined>(undefined)
