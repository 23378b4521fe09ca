import type { Fee } from './facets/send.ts'

/** The costs beside a fee together, in the smallest unit of the network's own token. */
export const extrasOf = ({ extras = [] }: Pick<Fee, 'extras'>): bigint =>
  extras.reduce((sum, { amount }) => sum + amount, 0n)
