/**
 * After a tab has returned from the wallet's own page, these functions read the request with which
 * it left. The namespaces' methods are named here, because the kit's code for the wallet names
 * none.
 */
import { isNetworkId } from '../caip.ts'
import type { NetworkId } from '../caip.ts'

/** Whether a method sends a transaction or calls, and does not only sign. */
export const isSending = (method: string): boolean => sending.has(method)
const sending: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'wallet_sendCalls',
  'solana_signAndSendTransaction',
])

/**
 * Returns the hash of the transaction that `eth_sendTransaction` has sent; undefined for any other
 * method, and for an invalid answer.
 */
export const hashOf = (method: string, result: unknown): string | undefined =>
  method === 'eth_sendTransaction' && typeof result === 'string' ? result : undefined

/**
 * Returns the text that a method has signed, from its first parameter; undefined if the method does
 * not sign texts. Sites pass the text as hex of its bytes. EIP-191
 */
export function signedText(method: string, message: string): string | undefined {
  if (method !== 'personal_sign') return undefined
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(message)) return message
  return new TextDecoder().decode(
    Uint8Array.from(message.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16)),
  )
}

/** Reads a network in the frame's messages: a CAIP-2 id, or the number of an eip155 chain. */
export function networkIdOf(chain: string | number): NetworkId | undefined {
  const networkId = typeof chain === 'number' ? `eip155:${chain}` : chain
  return isNetworkId(networkId) ? networkId : undefined
}
