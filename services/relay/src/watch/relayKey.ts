import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { writeDidKey } from '../auth/didKey.ts'

/** The key with which all processes of a relay sign. */
export type RelayKey = {
  /** The key as `did:key:z6Mk…`. */
  did: string
  /** The public key as 64 hex digits. */
  publicKey: string
  /** Signs a JWT with these claims. The issuer is added. */
  sign(claims: object): string
}

/** The DER bytes before the 32 bytes of an Ed25519 seed. Source: RFC 8410 */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Makes a new seed of 64 hex digits. */
export const newSeed = () => randomBytes(32).toString('hex')

/** Makes the key. @param seed 64 hex digits */
export function createRelayKey(seed: string): RelayKey {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const did = writeDidKey(publicKey)
  return {
    did,
    publicKey: publicKey.toString('hex'),
    sign(claims) {
      const text = [
        { alg: 'EdDSA', typ: 'JWT' },
        { iss: did, ...claims },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
    },
  }
}
