import { phraseOf } from './phraseOf.ts'
import { wipe } from './wipe.ts'

/**
 * Derives the 64 bytes from which the keys of an entropy derive, without a passphrase. BIP-39. The
 * keys of Polkadot derive from other bytes.
 */
export async function seedOf(entropy: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const phrase = await phraseOf(entropy)
  try {
    return await stretch(phrase)
  } finally {
    wipe(phrase)
  }
}

/**
 * Derives the 32 bytes from which the keys of Polkadot of an entropy derive, without a password:
 * from the entropy, not from the phrase. The result is that of `polkadotSeedOf`. Source:
 * substrate-bip39
 */
export async function polkadotSeedOf(
  entropy: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await stretch(entropy)
  try {
    return bytes.slice(0, 32)
  } finally {
    wipe(bytes)
  }
}

/** PBKDF2. The browser's own function is forty times as fast as JavaScript. */
async function stretch(secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits(
      {
        name: 'PBKDF2',
        hash: 'SHA-512',
        salt: new TextEncoder().encode('mnemonic'),
        iterations: 2048,
      },
      key,
      512,
    ),
  )
}
