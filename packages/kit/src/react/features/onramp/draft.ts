import { defineMemory } from '../../router/memory.ts'

/**
 * The entered and chosen values; everything else is derived from the available options. `offer`:
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
