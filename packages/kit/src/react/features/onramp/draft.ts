import { defineMemory } from '../../router/memory.ts'

/**
 * What the visitor has entered and chosen; everything else follows from the available options.
 * `offer` identifies the chosen offer.
 */
export type OnrampDraft = {
  amount?: string
  currency?: string
  tokenId?: string
  method?: string
  offer?: string
}

/** The draft. The screens of the feature share it; it is stored until the modal closes. */
export const onrampDraft = /* @__PURE__ */ defineMemory<OnrampDraft>({})
