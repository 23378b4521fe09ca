import type { Fee } from '../contracts/facets/send.ts'

/** The sum of the costs besides the fee, in the smallest unit of the network's own token. */
export const extrasOf = ({ extras = [] }: Pick<Fee, 'extras'>): bigint =>
  extras.reduce((sum, { amount }) => sum + amount, 0n)
