import { createContext } from 'react'
import type { Kit } from '../../core/kit/kit.ts'

/** The kit of the nearest `KitProvider`. */
export const KitContext = createContext<Kit | undefined>(undefined)
