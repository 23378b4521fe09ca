import type { FaultTexts } from '../../../../core/contracts/facets/send.ts'

/** For a chain that has no fault texts of its own. */
export const noFaults: FaultTexts = {
  messages: { scope: 'noFaults', texts: {} },
  ofRecipient: new Set(),
}

/** Whether a code has a text. The network's reason is shown for a code that has none. */
export const hasText = ({ messages }: FaultTexts, code: string | undefined): code is string =>
  code !== undefined && Object.hasOwn(messages.texts, code)
