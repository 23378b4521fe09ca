import type { KitOptions } from '../../../core/options/options.ts'

/** Returns which pages a visitor has to agree to; undefined if the site has none. */
export function legalOf({
  termsConditionsUrl: terms,
  privacyPolicyUrl: privacy,
}: KitOptions): 'Both' | 'Terms' | 'Privacy' | undefined {
  return terms && privacy ? 'Both' : terms ? 'Terms' : privacy ? 'Privacy' : undefined
}

/** Whether Connect shows a sentence about the site's terms, or the site's own sentence. */
export const hasFoot = (options: KitOptions): boolean =>
  legalOf(options) !== undefined || options.disclaimer !== undefined
