import { isNetworkId } from '../caip.ts'
import { signInFormsOf } from '../chains/signInForms.ts'
import type { Namespace } from '../chains/registry.ts'
import { isNamespace } from '../namespace.ts'

/**
 * The text of a chain in a sign-in message: the reference of CAIP-2, or the network's name if
 * sign-ins use names.
 */
export function textOfChain(chainId: string): string {
  const [namespace = '', reference = ''] = chainId.split(':')
  const names = isNamespace(namespace) ? signInFormsOf(namespace).networkNames : undefined
  return names?.[reference] ?? reference
}

/**
 * The CAIP-2 id of a chain from its text in a message, also if a library wrote the whole id;
 * undefined for an unknown text.
 */
export function chainOfText(text: string, namespace: Namespace): string | undefined {
  const { networkNames = {}, ...signIn } = signInFormsOf(namespace)
  const prefix = `${namespace}:`
  const name = signIn.isChainIdRead && text.startsWith(prefix) ? text.slice(prefix.length) : text
  const [reference = name] = Object.entries(networkNames).find(([, known]) => known === name) ?? []
  const chainId = `${namespace}:${reference}`
  return isNetworkId(chainId) ? chainId : undefined
}
