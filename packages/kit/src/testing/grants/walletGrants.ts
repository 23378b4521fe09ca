import type { SessionTerms } from '@latchkey/protocol/sessions/terms'

/**
 * Permissions that a wallet grants by itself.
 * - `dialect`: `today` for ERC-7715's `wallet_requestExecutionPermissions`, `2024` for
 *   `wallet_grantPermissions`
 * - `adjust`: changes the terms before the account signs them, as its owner may, or as a hostile
 *   wallet would
 * - `ruleTypes`: the rules that the wallet knows, beside `expiry` @default all
 * - `isSilent`: the wallet neither lists nor ends permissions @default false
 */
export type WalletGrants = {
  dialect: 'today' | '2024'
  adjust?: (terms: SessionTerms) => SessionTerms
  ruleTypes?: readonly string[]
  isSilent?: boolean
}
