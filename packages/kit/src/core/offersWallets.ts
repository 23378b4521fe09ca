import type { KitOptions } from './options.ts'

/**
 * Whether the site lets visitors choose a wallet. `isFirst`: on the screen with which the modal
 * begins, where nobody can have agreed to the site's terms yet; with `legalCheckbox` only Connect,
 * which asks for that, may begin.
 */
export function offersWallets(
  { enableWallets, features, termsConditionsUrl, privacyPolicyUrl }: KitOptions,
  isFirst: boolean,
): boolean {
  const isGated = Boolean(features?.legalCheckbox && (termsConditionsUrl ?? privacyPolicyUrl))
  return enableWallets !== false && !(isFirst && isGated)
}
