/** The namespaces Latchkey knows (CAIP-2; spec section 3). */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const
export type Namespace = (typeof namespaces)[number]

/** Whether Latchkey knows this namespace. */
export function isNamespace(value: string): value is Namespace {
  return (namespaces as readonly string[]).includes(value)
}

/** That of what names none: networks in viem's shape, and what was stored when there was only one. */
export const defaultNamespace: Namespace = 'eip155'
