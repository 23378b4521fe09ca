import type { Namespace } from '@latchkey/protocol/namespace'

/** What people call the accounts of a namespace; the same in every language. */
export const namespaceNames: Record<Namespace, string> = { eip155: 'Ethereum', solana: 'Solana', polkadot: 'Polkadot', bip122: 'Bitcoin' }
