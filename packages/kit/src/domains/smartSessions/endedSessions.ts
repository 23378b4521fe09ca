import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { perKit } from '../../core/kit/perKit.ts'

/** The ids of the sessions that this page has ended. */
export const endedHere = perKit(() => new Set<string>())

/** Whether a session counts, or may count again. */
export const isOpen = ({ state }: SmartSession): boolean =>
  state === 'active' || state === 'suspended' || state === 'unknown'
