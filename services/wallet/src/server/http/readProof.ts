import { createHash } from 'node:crypto'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import { Refusal } from '../refusal.ts'
import type { Replays } from './createReplays.ts'

/** Max characters of the header. A proof of our frame has about 600. */
const longest = 2_048

const text = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength))
const claims = v.object({
  htm: v.literal('POST'),
  htu: text(512),
  iat: v.number(),
  jti: text(64),
  bh: text(64),
})
const header = v.object({
  jwk: v.strictObject({ kty: v.literal('EC'), crv: v.literal('P-256'), x: text(64), y: text(64) }),
})

/**
 * The device that a proof claims, unverified; undefined without one. Reading the claim is cheap.
 * The claim may only decide in which queue the request waits. RFC 7638, section 3
 */
export function claimedDevice(proof: string | undefined): string | undefined {
  if (proof === undefined || proof.length > longest) return undefined
  try {
    const {
      jwk: { crv, kty, x, y },
    } = readShape(
      header,
      readJson(Buffer.from(proof.split('.')[0] ?? '', 'base64url'), {
        bytes: longest,
        depth: 4,
        values: 32,
      }),
    )
    return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  } catch (error) {
    if (error instanceof BorderError) return undefined
    throw error
  }
}

/** The request that a proof has to match. */
export type Proven = {
  url: string
  body: Uint8Array
  now: number
  /** Milliseconds by which the clocks may differ. */
  skew: number
  replays: Replays
  /** The client's network. */
  network: string
}

/**
 * Checks the proof of a request (RFC 9449, section 4.3, and the hash of the body). Returns the
 * device that made it: the thumbprint of the device's key (RFC 7638).
 * @param proof the header `DPoP`
 * @throws Refusal `proofInvalid`; `unavailable` when no more proofs of this network can be
 *   recorded
 */
export async function readProof(
  proof: string | undefined,
  { url, body, now, skew, replays, network }: Proven,
): Promise<string> {
  const { payload, protectedHeader } = await verify(proof)
  const claimed = v.safeParse(claims, payload)
  const key = v.safeParse(header, protectedHeader)
  if (!claimed.success || !key.success) throw new Refusal('proofInvalid')
  const { htu, iat, jti, bh } = claimed.output
  const isFor = htu === url && bh === createHash('sha256').update(body).digest('base64url')
  if (!isFor || !(Math.abs(iat * 1_000 - now) <= skew)) throw new Refusal('proofInvalid')
  const device = await calculateJwkThumbprint(key.output.jwk, 'sha256')
  const noted = replays.note(`${device} ${jti}`, network)
  if (noted === 'full') throw new Refusal('unavailable')
  if (noted === 'used') throw new Refusal('proofInvalid')
  return device
}

async function verify(proof: string | undefined) {
  if (proof === undefined || proof.length > longest) throw new Refusal('proofInvalid')
  try {
    // the caller checks the times of the token
    return await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      clockTolerance: Number.MAX_SAFE_INTEGER,
    })
  } catch (error) {
    if (
      error instanceof errors.JOSEError ||
      error instanceof TypeError ||
      error instanceof DOMException
    )
      throw new Refusal('proofInvalid')
    throw error
  }
}
