import type { FaultTexts } from '../../../../core/contracts/facets/send.ts'

/** For a chain that has no fault texts of its own. */
export const noFaults: FaultTexts = {
  messages: { scope: 'noFaults', texts: {} },
  ofRecipient: new Set(),
}
