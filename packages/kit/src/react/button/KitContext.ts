import { createContext } from 'react'
import type { Kit } from '../../core/kit/kit.ts'

/** Holds the kit of the nearest `KitProvider`. */
export const KitContext = createContext<Kit | undefined>(undefined)
