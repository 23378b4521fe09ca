import { randomBytes } from 'node:crypto'
import { toBase58 } from '@latchkey/protocol/base58'
import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * The key and the tokens of a client. The tokens are signed with another library than the one with
 * which the relay checks them.
 */
export type TestClient = {
  /** The client's did:key: `did:key:z6Mk…`. */
  did: string
  /**
   * A token for an address. `claims` and `header` replace default members; a member that is
   * undefined is left out.
   */
  token(audience: string, claims?: object, header?: object): string
}

/** Makes a client with a new key. */
export function createTestClient(): TestClient {
  const secret = randomBytes(32)
  const did = `did:key:z${toBase58(Uint8Array.from([0xed, 0x01, ...ed25519.getPublicKey(secret)]))}`
  return {
    did,
    token(audience, claims = {}, header = {}) {
      const iat = Math.floor(Date.now() / 1_000)
      const body = {
        iss: did,
        sub: randomBytes(32).toString('hex'),
        aud: audience,
        iat,
        exp: iat + 86_400,
        ...claims,
      }
      const text = `${base64url({ alg: 'EdDSA', typ: 'JWT', ...header })}.${base64url(body)}`
      return `${text}.${Buffer.from(ed25519.sign(Buffer.from(text), secret)).toString('base64url')}`
    },
  }
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
