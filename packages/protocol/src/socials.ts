/**
 * The companies whose accounts can log in to the embedded wallet, by OpenID Connect or OAuth 2.
 * docs/contracts/product.md#social-logins
 */
export const walletSocials = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const
/** One of these companies. */
export type WalletSocial = (typeof walletSocials)[number]
