/** Companies whose accounts log in to the embedded wallet by OpenID Connect or OAuth 2. spec 9 */
export const walletSocials = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const
/** One of them. */
export type WalletSocial = (typeof walletSocials)[number]
