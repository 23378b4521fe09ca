/** The namespaces that Latchkey knows. CAIP-2; docs/contracts/product.md#chains */
import { chainOf, namespaces } from './chains/registry.ts'
import type { EmbeddedNamespace, Namespace } from './chains/registry.ts'

export { namespaces }
export type { EmbeddedNamespace, Namespace }

/** Whether Latchkey knows this namespace. */
export function isNamespace(value: string): value is Namespace {
  return (namespaces as readonly string[]).includes(value)
}

/**
 * The namespaces in which the embedded wallet has accounts. One recovery phrase gives all of them.
 */
export const embeddedNamespaces = /* @__PURE__ */ namespaces.filter(isEmbeddedNamespace)

/** Whether the embedded wallet has accounts in the namespace. */
export function isEmbeddedNamespace(namespace: Namespace): namespace is EmbeddedNamespace {
  return chainOf(namespace).isEmbedded
}

/**
 * The namespace that is meant where none is given: for networks in viem's shape, and for stored
 * values from the time when there was only one namespace.
 */
export const defaultNamespace = 'eip155' satisfies Namespace

/** The name of each namespace's accounts for visitors. It is the same in every language. */
export const namespaceNames = /* @__PURE__ */ Object.fromEntries(
  namespaces.map((namespace) => [namespace, chainOf(namespace).name]),
) as Record<Namespace, string> // there is an entry for each namespace

/** Whether the networks of a namespace have whole numbers as references (as on EVM), not names. */
export const isNumbered = (namespace: Namespace): boolean => chainOf(namespace).isNumbered
