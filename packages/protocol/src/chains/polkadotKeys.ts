/**
 * The keys of Polkadot accounts from a recovery phrase, by the rules of polkadot-js and subkey.
 * Source: substrate-bip39, and "Derivation" of @polkadot/util-crypto
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as sr25519 from '@scure/sr25519'

/** The kind of an account's key. It decides how signatures are made and checked. */
export type PolkadotKeyType = 'sr25519' | 'ed25519' | 'ecdsa'

/**
 * A key of an account.
 * - `accountId`: the 32 bytes of the address. For ecdsa the hash of the public key, else the key
 * - `sign`: signs bytes as they are given. 64 bytes, for ecdsa 65
 * - `wipe`: overwrites the secret; the key can't sign any more
 */
export type PolkadotKey = {
  type: PolkadotKeyType
  publicKey: Uint8Array
  accountId: Uint8Array
  sign(bytes: Uint8Array): Uint8Array
  wipe(): void
}

/**
 * The path of an account of a recovery phrase, as polkadot-js and Talisman number their accounts:
 * the first account has no path, the second has `//0`.
 */
export const polkadotPathOf = (index: number): string => (index === 0 ? '' : `//${index - 1}`)

const names = { sr25519: '', ed25519: 'Ed25519HDKD', ecdsa: 'Secp256k1HDKD' } as const

/**
 * The key of a seed at a path of hard junctions, such as `//Alice//0`. The caller keeps the seed.
 * @throws RangeError if the path has another form, or a junction that polkadot-js and subkey read
 *   differently: bytes in hex, or a number of more than 64 bits
 */
export function polkadotKeyOf(
  seed: Uint8Array,
  path: string,
  type: PolkadotKeyType = 'sr25519',
): PolkadotKey {
  if (!/^(?:\/\/[^/]+)*$/.test(path)) throw new RangeError('A path has hard junctions only')
  const junctions = path.split('//').slice(1)
  if (junctions.some(isAmbiguous)) throw new RangeError('Tools disagree about this path')
  const codes = junctions.map(chainCodeOf)
  return type === 'sr25519' ? sr25519Key(seed, codes) : hashedKey(seed, codes, type)
}

function sr25519Key(seed: Uint8Array, codes: readonly Uint8Array[]): PolkadotKey {
  const secret = codes.reduce((last, code) => {
    const next = sr25519.HDKD.secretHard(last, code)
    last.fill(0)
    return next
  }, sr25519.secretFromSeed(seed))
  const publicKey = sr25519.getPublicKey(secret)
  return {
    type: 'sr25519',
    publicKey,
    accountId: publicKey,
    sign: (bytes) => sr25519.sign(secret, bytes),
    wipe: () => void secret.fill(0),
  }
}

function hashedKey(
  seed: Uint8Array,
  codes: readonly Uint8Array[],
  type: 'ed25519' | 'ecdsa',
): PolkadotKey {
  const name = scaleText(names[type])
  const secret = codes.reduce((last, code) => {
    const next = blake2b(concatBytes(name, last, code), { dkLen: 32 })
    last.fill(0)
    return next
  }, Uint8Array.from(seed)) // a copy: `slice` of a Buffer would share its memory
  const isEcdsa = type === 'ecdsa'
  const publicKey = isEcdsa ? secp256k1.getPublicKey(secret) : ed25519.getPublicKey(secret)
  return {
    type,
    publicKey,
    accountId: isEcdsa ? blake2b(publicKey, { dkLen: 32 }) : publicKey,
    sign: (bytes) => (isEcdsa ? signEcdsa(secret, bytes) : ed25519.sign(bytes, secret)),
    wipe: () => void secret.fill(0),
  }
}

/** A signature over the hash of the bytes, with the number for recovery at its end. */
function signEcdsa(secret: Uint8Array, bytes: Uint8Array): Uint8Array {
  const recovered = secp256k1.sign(blake2b(bytes, { dkLen: 32 }), secret, {
    prehash: false,
    format: 'recovered',
  })
  return concatBytes(recovered.slice(1), recovered.slice(0, 1))
}

/** Whether polkadot-js reads bytes or a number where subkey reads a text. */
const isAmbiguous = (junction: string): boolean =>
  /^0x(?:[\da-f]{2})*$/i.test(junction) || (/^\d+$/.test(junction) && BigInt(junction) >= 2n ** 64n)

/** The 32 bytes of a junction: a number in little-endian order, or a text in SCALE. */
function chainCodeOf(junction: string): Uint8Array {
  const bytes = /^\d+$/.test(junction) ? littleEndian(BigInt(junction)) : scaleText(junction)
  if (bytes.length > 32) return blake2b(bytes, { dkLen: 32 })
  const code = new Uint8Array(32)
  code.set(bytes)
  return code
}

const littleEndian = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

/** A text in SCALE: its length, and its bytes. */
function scaleText(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  const { length } = bytes
  const size = length < 64 ? [length << 2] : [((length << 2) & 0xff) | 1, length >> 6]
  return concatBytes(Uint8Array.from(size), bytes)
}
