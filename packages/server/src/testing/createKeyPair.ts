import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'

/** A P-256 key. RFC 7517 */
export type PrivateJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }

/**
 * Makes a P-256 key pair without an export. Node 20 hangs if its garbage collector frees a pair of
 * `generateKeyPairSync` while another key is exported as a JWK, because both wait for that pair's
 * lock. It happened in one of 30 processes that made a thousand pairs.
 */
export function createKeyPair(): { privateKey: KeyObject; jwk: PrivateJwk } {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys() // a byte for its form, then two numbers of 32 bytes
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  // OpenSSL leaves out zeros at the beginning of a number
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
