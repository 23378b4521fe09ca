/**
 * Companies whose accounts can log in to an embedded wallet, in the order in which they are
 * offered. See docs/contracts/product.md#social-logins.
 */
export const socials = [
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
] as const
/** One of these companies. */
export type Social = (typeof socials)[number]

/** Whether a value is the name of one of these companies. */
export const isSocial = (value: unknown): value is Social => socials.some((name) => name === value)
