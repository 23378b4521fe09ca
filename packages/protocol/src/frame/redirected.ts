/**
 * Reads the request with which a tab left for the wallet's own page, after the return. The methods
 * of the namespaces are named here, because the kit's code of the wallet names none.
 */
import { isNetworkId } from '../caip.ts'
import type { NetworkId } from '../caip.ts'

/** Whether a method sends a transaction or calls, instead of only signing. */
export const isSending = (method: string): boolean => sending.has(method)
const sending: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'wallet_sendCalls',
  'solana_signAndSendTransaction',
])

/** The hash of the transaction that a method has sent; undefined for an invalid answer. */
export const hashOf = (method: string, result: unknown): string | undefined =>
  method === 'eth_sendTransaction' && typeof result === 'string' ? result : undefined

/**
 * The text that a method has signed, from its first parameter; undefined for a method that signs no
 * sign-in. Sites pass the text as its bytes, in hex. EIP-191
 */
export function signedText(method: string, message: string): string | undefined {
  if (method !== 'personal_sign') return undefined
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(message)) return message
  return new TextDecoder().decode(
    Uint8Array.from(message.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16)),
  )
}

/** A network, from its form in the frame's messages: CAIP-2, or the number of an eip155 chain. */
export function networkIdOf(chain: string | number): NetworkId | undefined {
  const networkId = typeof chain === 'number' ? `eip155:${chain}` : chain
  return isNetworkId(networkId) ? networkId : undefined
}
