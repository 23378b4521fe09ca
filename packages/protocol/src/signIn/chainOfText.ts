import { isNetworkId } from '../caip.ts'
import { signInFormsOf } from '../chains/signInForms.ts'
import type { Namespace } from '../chains/registry.ts'
import { isNamespace } from '../namespace.ts'

/**
 * Returns the text for a chain in a sign-in message: the CAIP-2 reference, or the network's name if
 * the namespace's sign-ins use names.
 */
export function textOfChain(chainId: string): string {
  const [namespace = '', reference = ''] = chainId.split(':')
  const names = isNamespace(namespace) ? signInFormsOf(namespace).networkNames : undefined
  return names?.[reference] ?? reference
}

/**
 * Returns the CAIP-2 id for a chain's text in a message; undefined for an unknown text. It also
 * accepts a whole id, as some libraries write it.
 */
export function chainOfText(text: string, namespace: Namespace): string | undefined {
  const { networkNames = {}, ...signIn } = signInFormsOf(namespace)
  const prefix = `${namespace}:`
  const name = signIn.isChainIdRead && text.startsWith(prefix) ? text.slice(prefix.length) : text
  const [reference = name] = Object.entries(networkNames).find(([, known]) => known === name) ?? []
  const chainId = `${namespace}:${reference}`
  return isNetworkId(chainId) ? chainId : undefined
}
