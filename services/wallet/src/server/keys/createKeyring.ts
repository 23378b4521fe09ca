import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Encryption at rest, and the hashes that need a key. The first key is used for writing; each of
 * the keys can be used for reading.
 */
export type Keyring = {
  /**
   * @param row the row and the column of the secret; the secret can't be decrypted for any other
   *   row or column
   */
  seal(secret: string | Uint8Array, row: string): Buffer
  /** @throws KeyError */
  open(sealed: Uint8Array, row: string): Buffer
  /** Whether the first key has sealed the secret. */
  isCurrent(sealed: Uint8Array): boolean
  /**
   * The blind indexes of an address, by which its rows are found: one for each key, with the index
   * of the first key first.
   */
  indexesOf(email: string): [Buffer, ...Buffer[]]
  /**
   * The number with which processes lock an address. It is the same if processes have the keys in
   * another order.
   */
  lockOf(email: string): bigint
  /** The hash of a code. Without the key, the code's few digits can't be tried. */
  hashCode(attempt: string, code: string): Buffer
  isCode(hash: Uint8Array, attempt: string, code: string): boolean
}

/**
 * Thrown when no key decrypts a secret: its key was removed too early, or the secret belongs to
 * another row.
 */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/** Length of a key in bytes. */
export const keyLength = 32

/*
 *     byte   0        1 … 4                  5 … 16   17 …
 *            version  id of the key          nonce    AES-256-GCM: ciphertext, tag of 16 bytes
 */
const version = 1
const idLength = 4
const nonceLength = 12
const tagLength = 16
const start = 1 + idLength + nonceLength

type Key = { id: Buffer; encryption: Buffer; index: Buffer; code: Buffer }

/** @param keys of 32 bytes, at least one */
export function createKeyring(keys: readonly Uint8Array[]): Keyring {
  const all = keys.map(keyOf)
  const [first] = all
  if (!first) throw new KeyError('There is no key')
  const keyNamed = (sealed: Uint8Array) =>
    all.find(({ id }) => id.equals(sealed.subarray(1, 1 + idLength)))
  const indexesOf = (email: string) =>
    all.map(({ index }) => createHmac('sha256', index).update(email).digest())
  const codeHash = (key: Key, attempt: string, code: string) =>
    createHmac('sha256', key.code).update(`${attempt}:${code}`).digest()

  return {
    seal(secret, row) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', first.encryption, nonce).setAAD(Buffer.from(row))
      const sealed = [cipher.update(secret), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat([Buffer.of(version), first.id, nonce, ...sealed])
    },
    open(sealed, row) {
      const key =
        sealed[0] === version && sealed.length >= start + tagLength ? keyNamed(sealed) : undefined
      if (!key) throw new KeyError('A secret is of a key that is not in the list')
      try {
        const decipher = createDecipheriv(
          'aes-256-gcm',
          key.encryption,
          sealed.subarray(1 + idLength, start),
        ).setAAD(Buffer.from(row))
        decipher.setAuthTag(sealed.subarray(-tagLength))
        return Buffer.concat([
          decipher.update(sealed.subarray(start, -tagLength)),
          decipher.final(),
        ])
      } catch (cause) {
        throw new KeyError('A secret does not open in its row', { cause })
      }
    },
    isCurrent: (sealed) => keyNamed(sealed) === first,
    indexesOf(email) {
      const [own, ...older] = indexesOf(email)
      return [own ?? Buffer.alloc(0), ...older] // there is a first key
    },
    lockOf: (email) =>
      indexesOf(email)
        .map((index) => index.readBigInt64BE())
        .reduce((oldest, one) => (one < oldest ? one : oldest)),
    hashCode: (attempt, code) => codeHash(first, attempt, code),
    isCode: (hash, attempt, code) => all.some((key) => isEqual(codeHash(key, attempt, code), hash)),
  }
}

/** Derives one key for each use, so that no derived key reveals another. */
function keyOf(key: Uint8Array): Key {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), `latchkey wallet ${use}`, keyLength))
  return {
    id: derive('id').subarray(0, idLength),
    encryption: derive('encryption'),
    index: derive('index'),
    code: derive('code'),
  }
}

/** Compares hashes in constant time. */
export function isEqual(one: Uint8Array, second: Uint8Array): boolean {
  return one.length === second.length && timingSafeEqual(one, second)
}

/** SHA-256, for secrets of 16 random bytes and more. */
export function hashOf(secret: string | Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest()
}
