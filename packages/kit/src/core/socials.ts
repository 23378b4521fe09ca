/** Companies by whose accounts an embedded wallet lets people in, in the order in which they are offered (spec section 9). */
export const socials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
/** One of these companies. */
export type Social = (typeof socials)[number]
