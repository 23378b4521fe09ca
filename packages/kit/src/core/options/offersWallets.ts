import type { KitOptions } from './options.ts'

/**
 * Whether the site lets visitors choose a wallet. `isFirst`: on the first screen of the modal.
 * There no visitor can have accepted the site's terms yet, so with `legalCheckbox` only Connect,
 * which has the checkbox, may be first.
 */
export function offersWallets(
  { enableWallets, features, termsConditionsUrl, privacyPolicyUrl }: KitOptions,
  isFirst: boolean,
): boolean {
  const isGated = Boolean(features?.legalCheckbox && (termsConditionsUrl ?? privacyPolicyUrl))
  return enableWallets !== false && !(isFirst && isGated)
}
