import { nativeSolanaAddress, nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import type { ChainKeys } from '../chainReader.ts'
import { keyText, toKey } from './solanaKey.ts'

/** How Solana writes addresses, hashes and signatures: in base58. */
export const solanaKeys: ChainKeys = {
  readAccount: (text) => (isSolanaAddress(text) ? [{ key: toKey(text) }] : undefined),
  readToken(text) {
    if (text === nativeSolanaAddress) return nativeTokenAddress
    return isSolanaAddress(text) ? toKey(text) : undefined
  },
  addressText: keyText,
  plainText: keyText,
}
