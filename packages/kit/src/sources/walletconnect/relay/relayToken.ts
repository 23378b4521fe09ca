import { toBase58 } from '@latchkey/protocol/base58'
import { toBase64url } from '@latchkey/protocol/base64'
import { fromHex } from '@latchkey/protocol/hex'
import { concat, toUtf8 } from '../crypto/encoding.ts'
import { randomHex } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/native.ts'

/** The `did:key` of an Ed25519 seed (hex): the relay's id of a client. */
export async function clientIdOf(use: Primitives, seed: string): Promise<string> {
  return `did:key:z${toBase58(concat(Uint8Array.of(0xed, 0x01), await use.ed25519Public(fromHex(seed))))}`
}

/**
 * A JWT that identifies the client to the relay. `now` in milliseconds, `life` in seconds. Source:
 * WalletConnect relay authentication; docs/contracts/relay.md#token.
 */
export async function createRelayToken(
  use: Primitives,
  { seed, relayUrl, now, life }: { seed: string; relayUrl: string; now: number; life: number },
): Promise<string> {
  const issuedAt = Math.floor(now / 1_000)
  const encode = (part: object) => toBase64url(toUtf8(JSON.stringify(part)))
  const claims = {
    iss: await clientIdOf(use, seed),
    sub: randomHex(),
    aud: relayUrl,
    iat: issuedAt,
    exp: issuedAt + life,
  }
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${toBase64url(await use.ed25519Sign(fromHex(seed), toUtf8(signed)))}`
}
