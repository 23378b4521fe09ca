import type { KitOptions } from './options.ts'

/**
 * Whether the site lets visitors choose a wallet. `isFirst`: on the first screen of the modal,
 * where no visitor has accepted the site's terms yet. So with `legalCheckbox`, the first screen
 * offers no wallets unless it is Connect, which has the checkbox.
 */
export function offersWallets(
  { enableWallets, features, termsConditionsUrl, privacyPolicyUrl }: KitOptions,
  isFirst: boolean,
): boolean {
  const isGated = Boolean(features?.legalCheckbox && (termsConditionsUrl ?? privacyPolicyUrl))
  return enableWallets !== false && !(isFirst && isGated)
}
