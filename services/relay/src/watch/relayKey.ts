import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { writeDidKey } from '../auth/didKey.ts'

/** The key with which all nodes of a relay sign. */
export type RelayKey = {
  /** `did:key:z6Mk…` */
  did: string
  /** 64 hex digits. */
  publicKey: string
  /** Signs a JWT with these claims and the issuer. */
  sign(claims: object): string
}

/** The DER prefix of the 32 bytes of an Ed25519 seed. Source: RFC 8410. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A new seed: 64 hex digits. */
export const newSeed = () => randomBytes(32).toString('hex')

/** @param seed 64 hex digits */
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
