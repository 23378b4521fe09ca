import type { KitOptions } from '../../../core/options.ts'

/** Which of its pages a visitor agrees to; undefined where the site names none. */
export function legalOf({ termsConditionsUrl: terms, privacyPolicyUrl: privacy }: KitOptions): 'Both' | 'Terms' | 'Privacy' | undefined {
  return terms && privacy ? 'Both' : terms ? 'Terms' : privacy ? 'Privacy' : undefined
}
