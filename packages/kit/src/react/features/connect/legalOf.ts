import type { KitOptions } from '../../../core/options/options.ts'

/** The pages that a visitor agrees to; undefined if the site has none. */
export function legalOf({
  termsConditionsUrl: terms,
  privacyPolicyUrl: privacy,
}: KitOptions): 'Both' | 'Terms' | 'Privacy' | undefined {
  return terms && privacy ? 'Both' : terms ? 'Terms' : privacy ? 'Privacy' : undefined
}

/** Whether the site has a sentence at the foot of Connect: about its terms, or its own. */
export const hasFoot = (options: KitOptions): boolean =>
  legalOf(options) !== undefined || options.disclaimer !== undefined
