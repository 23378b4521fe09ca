import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { toBase58 } from '@latchkey/protocol/base58'
import { developmentMnemonic } from '../developmentMnemonic.ts'

/** A Solana key: its address, its public key, and its functions for signing. */
export type SolanaKey = {
  address: string
  publicKey: Uint8Array<ArrayBuffer>
  sign(message: Uint8Array): Uint8Array<ArrayBuffer>
}

/** The key for 32 secret bytes. */
export function solanaKeyOf(secret: Uint8Array): SolanaKey {
  const publicKey = Uint8Array.from(ed25519.getPublicKey(secret))
  return {
    address: toBase58(publicKey),
    publicKey,
    sign: (message) => Uint8Array.from(ed25519.sign(message, secret)),
  }
}

/** The seed of the development phrase. It is cached, because deriving it takes 0.1 seconds. */
let developmentSeed: Uint8Array | undefined

/**
 * The first keys of a phrase, with the derivation path of most wallets: m/44'/501'/n'/0'. BIP-39,
 * SLIP-10
 */
export function solanaKeys(
  count: number,
  mnemonic: string = developmentMnemonic,
): readonly SolanaKey[] {
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const stretch = () =>
    pbkdf2(sha512, utf8(mnemonic.normalize('NFKD')), utf8('mnemonic'), { c: 2_048, dkLen: 64 })
  const seed = mnemonic === developmentMnemonic ? (developmentSeed ??= stretch()) : stretch()
  const split = (bytes: Uint8Array) => ({ key: bytes.slice(0, 32), chain: bytes.slice(32) })
  const root = split(hmac(sha512, utf8('ed25519 seed'), seed))
  return Array.from({ length: count }, (_, index) =>
    solanaKeyOf(
      [44, 501, index, 0].reduce(({ key, chain }, step) => {
        const hardened = new Uint8Array(37)
        hardened.set(key, 1)
        new DataView(hardened.buffer).setUint32(33, step + 0x8000_0000)
        return split(hmac(sha512, chain, hardened))
      }, root).key,
    ),
  )
}
