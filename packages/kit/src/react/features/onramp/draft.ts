import { defineMemory } from '../../modal/memory.ts'

/**
 * What the visitor has entered and chosen so far; the rest follows from what is offered. `offer`:
 * the provider whose offer was chosen.
 */
export type OnrampDraft = {
  amount?: string
  currency?: string
  tokenId?: string
  method?: string
  offer?: string
}

/** The draft, which the screens of the feature share while the modal is open. */
export const onrampDraft = /* @__PURE__ */ defineMemory<OnrampDraft>({})
