import { nameOfNamespace } from '../otherNetworks.ts'

/** The kinds of accounts that the page knows, by namespace, with their names for visitors. */
export const kinds = { eip155: 'Ethereum', ...nameOfNamespace } as const

export type Kind = keyof typeof kinds
