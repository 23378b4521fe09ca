import { isNetworkId } from '../caip.ts'
import type { Namespace } from '../namespace.ts'
import { solanaNames } from '../solanaChains.ts'

/**
 * The text of a chain in a sign-in message: the reference of CAIP-2, or the name of a network of
 * Solana.
 */
export function textOfChain(chainId: string): string {
  const [namespace, reference = ''] = chainId.split(':')
  return (namespace === 'solana' ? solanaNames[reference] : undefined) ?? reference
}

/**
 * The CAIP-2 id of a chain from its text in a message, also where a library wrote the whole id;
 * undefined for a text that names none.
 */
export function chainOfText(text: string, namespace: Namespace): string | undefined {
  const name = namespace === 'eip155' ? text : text.replace(new RegExp(`^${namespace}:`), '')
  const [reference = name] =
    namespace === 'solana'
      ? (Object.entries(solanaNames).find(([, known]) => known === name) ?? [])
      : []
  const chainId = `${namespace}:${reference}`
  return isNetworkId(chainId) ? chainId : undefined
}
