/**
 * The kinds of chains that Latchkey knows, by namespace (CAIP-2), one line for each.
 * docs/contracts/product.md#chains
 */
import { anyChain } from './anyChain.ts'
import { bitcoin } from './bitcoin.ts'
import type { ChainForms, OwnForms } from './ChainForms.ts'
import { evm } from './evm.ts'
import { polkadot } from './polkadot.ts'
import { solana } from './solana.ts'

const chains = { eip155: evm, solana, polkadot, bip122: bitcoin } satisfies Record<string, OwnForms>

/** The first part of the id of a network or account. CAIP-2 */
export type Namespace = keyof typeof chains

/** The namespaces that Latchkey knows, in the order in which it shows them. */
export const namespaces = Object.keys(chains) as readonly Namespace[]

const forms = new Map<Namespace, ChainForms>(
  namespaces.map((namespace) => [namespace, { ...anyChain, ...chains[namespace] }]),
)

/** Returns the forms of a namespace's chains. */
// the map has an entry for every namespace
export const chainOf = (namespace: Namespace): ChainForms => forms.get(namespace) as ChainForms

/** The namespaces whose accounts the API serves. docs/contracts/api.md#balance */
export type ServedNamespace = NamespaceWith<'isServed'>

/** The namespaces in which the e-mail wallet has accounts. */
export type EmbeddedNamespace = NamespaceWith<'isEmbedded'>

type NamespaceWith<ability extends 'isServed' | 'isEmbedded'> = {
  [namespace in Namespace]: (typeof chains)[namespace] extends Readonly<Record<ability, true>>
    ? namespace
    : never
}[Namespace]
