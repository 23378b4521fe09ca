import { nativeSolanaAddress, nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { servedNamespaceOf } from '@latchkey/protocol/address'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { isSolanaAddress } from '@latchkey/protocol/solanaAddress'
import { getAddress } from 'viem'
import { ApiError } from './apiError.ts'
import type { Hex } from './chainIndex/chainIndex.ts'
import type { Chain } from './providers/chain.ts'
import { keyText, toKey } from './solana/solanaKey.ts'

/**
 * Text forms of addresses, hashes and signatures. Inside the service and its index they are hex;
 * requests and answers have these texts.
 */
type Namespace = Chain['namespace']

/** An account named by a request: its namespace, and its address as hex. */
export type Account = { namespace: Namespace; key: Hex }

/** @throws ApiError 400 for a text that is no address */
export function readAccount(text: string): Account {
  const namespace = servedNamespaceOf(text)
  if (namespace === undefined) throw new ApiError(400, 'address', 'Invalid address')
  return { namespace, key: addressKeyOf(namespace, text) }
}

/**
 * A token of a chain, as requests write it: an address, or the text of the native coin.
 * @throws ApiError 400
 */
export function readToken(namespace: Namespace, text: string): Hex {
  if (namespace === 'solana' && text === nativeSolanaAddress) return nativeTokenAddress
  if (!(namespace === 'solana' ? isSolanaAddress(text) : isEvmAddress(text)))
    throw new ApiError(400, 'address', 'Invalid address')
  return addressKeyOf(namespace, text)
}

function addressKeyOf(namespace: Namespace, text: string): Hex {
  return namespace === 'solana' ? toKey(text) : `0x${text.slice(2).toLowerCase()}`
}

/** An address as its chain writes it: checksummed, or base58. */
export function addressText(namespace: Namespace, key: Hex): string {
  return namespace === 'solana' ? keyText(key) : getAddress(key)
}

/**
 * A transaction's hash or signature, or a token in a CAIP-10 id, as its chain writes it: lower
 * case, or base58.
 */
export function plainText(namespace: Namespace, key: Hex): string {
  return namespace === 'solana' ? keyText(key) : key
}
