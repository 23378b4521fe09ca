/** The namespaces Latchkey knows (CAIP-2; spec section 3). */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const
export type Namespace = (typeof namespaces)[number]
