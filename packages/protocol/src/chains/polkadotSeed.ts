/**
 * The seed of Polkadot accounts. It is not in `polkadotKeys.ts`, because programs that have a seed
 * already do not need its functions.
 */
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'

/**
 * The seed of a recovery phrase without a password: 32 bytes. It is made from the phrase's entropy,
 * not from its words, so it differs from the seed of BIP-39.
 * @param entropy 16 to 32 bytes. BIP-39
 */
export async function polkadotSeedOf(entropy: Uint8Array): Promise<Uint8Array> {
  const bytes = await pbkdf2Async(sha512, entropy, 'mnemonic', { c: 2048, dkLen: 64 })
  const seed = bytes.slice(0, 32)
  bytes.fill(0)
  return seed
}
