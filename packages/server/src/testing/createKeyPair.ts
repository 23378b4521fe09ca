import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'

/** A private key of P-256. RFC 7517 */
export type PrivateJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }

/**
 * Creates a P-256 key pair without exporting a key of `generateKeyPairSync`. Node 20 can hang if
 * its garbage collector frees such a pair while a key is exported as a JWK, because both wait for
 * the same lock. It happened in one of 30 processes that each made a thousand pairs.
 */
export function createKeyPair(): { privateKey: KeyObject; jwk: PrivateJwk } {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys() // one byte for the form, then two numbers of 32 bytes
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  // OpenSSL omits zeros at the start of a number
  const d = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  const jwk: PrivateJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
    d: d.toString('base64url'),
  }
  return { privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), jwk }
}
