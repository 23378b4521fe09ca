import { scryptAsync } from '@noble/hashes/scrypt.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { wipe } from './wipe.ts'

/**
 * The scrypt cost that other wallets use. It takes from half a second to some seconds, in steps of
 * 10 ms. RFC 7914
 */
const cost = { N: 131_072, r: 8, p: 1 } as const

/** The content of a keystore. */
export type KeystoreSource = {
  /** The private key of the Ethereum account, 32 bytes. */
  privateKey: Uint8Array<ArrayBuffer>
  /** The phrase's entropy, which the keystore contains as well. */
  entropy: Uint8Array<ArrayBuffer>
  /** With 0x. */
  address: string
  password: string
  /** Called with the progress, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Creates an encrypted keystore of the Ethereum account: JSON of Web3 Secret Storage, version
 * 3. With the `x-ethers` extension, ethers and wallets that use it read the phrase as well.
 * The page stays usable meanwhile.
 */
export async function keystoreOf({
  privateKey,
  entropy,
  address,
  password,
  onProgress,
  signal,
}: KeystoreSource): Promise<string> {
  const [salt, iv, mnemonicIv] = [random(32), random(16), random(16)]
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  let derived: Uint8Array<ArrayBuffer> | undefined
  try {
    const progress = (share: number) => {
      signal?.throwIfAborted()
      onProgress?.(share)
    }
    // the second half of the derived bytes encrypts the phrase
    derived = new Uint8Array(
      await scryptAsync(bytes, salt, { ...cost, dkLen: 64, onProgress: progress }),
    )
    const ciphertext = await encrypt(derived.subarray(0, 16), iv, privateKey)
    const now = new Date()
    const keystore = {
      version: 3,
      id: crypto.randomUUID(),
      address: address.slice(2).toLowerCase(),
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: bytesToHex(iv) },
        ciphertext: bytesToHex(ciphertext),
        kdf: 'scrypt',
        kdfparams: { salt: bytesToHex(salt), n: cost.N, r: cost.r, p: cost.p, dklen: 32 },
        mac: bytesToHex(keccak_256(Uint8Array.from([...derived.subarray(16, 32), ...ciphertext]))),
      },
      'x-ethers': {
        client: 'latchkey',
        gethFilename: keystoreName(address, now).replace(/\.json$/, ''),
        path: "m/44'/60'/0'/0/0",
        locale: 'en',
        version: '0.1',
        mnemonicCounter: bytesToHex(mnemonicIv),
        mnemonicCiphertext: bytesToHex(await encrypt(derived.subarray(32), mnemonicIv, entropy)),
      },
    }
    return JSON.stringify(keystore, undefined, 2)
  } finally {
    wipe(bytes, derived)
  }
}

/** The name of a keystore's file, in the form of Ethereum's nodes. */
export const keystoreName = (address: string, at: Date): string =>
  `UTC--${at.toISOString().replaceAll(':', '-')}--${address.slice(2).toLowerCase()}.json`

/** Encrypts with AES-CTR, 128 or 256 bits by the length of the key. */
async function encrypt(
  key: Uint8Array<ArrayBuffer>,
  counter: Uint8Array<ArrayBuffer>,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt'])
  return new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 128 }, imported, plain),
  )
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
