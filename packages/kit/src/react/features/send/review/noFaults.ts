import type { FaultTexts } from '../../../../core/contracts/facets/send.ts'

/** The texts of a chain without faults of its own. */
export const noFaults: FaultTexts = {
  messages: { scope: 'noFaults', texts: {} },
  ofRecipient: new Set(),
}
