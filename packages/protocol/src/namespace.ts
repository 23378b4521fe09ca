/** The namespaces Latchkey knows. CAIP-2; docs/contracts/product.md#chains */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const
export type Namespace = (typeof namespaces)[number]

/** Whether Latchkey knows this namespace. */
export function isNamespace(value: string): value is Namespace {
  return (namespaces as readonly string[]).includes(value)
}

/**
 * The namespaces in which the embedded wallet has accounts: one recovery phrase for all of them.
 */
export const embeddedNamespaces: readonly Namespace[] = ['eip155', 'solana']

/** The namespace of networks in viem's shape, and of values stored when there was only one. */
export const defaultNamespace: Namespace = 'eip155'

/** The common names of the accounts of a namespace; the same in every language. */
export const namespaceNames: Record<Namespace, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}

/**
 * Whether the networks of a namespace have whole numbers as references, as EVM's do, and not names.
 */
export const isNumbered = (namespace: Namespace): boolean => namespace === 'eip155'
