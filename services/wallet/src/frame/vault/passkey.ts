import { fromBase64url, toBase64url } from '@latchkey/protocol/base64'
import { halvesOf, type GuardKeys } from './guardKeys.ts'
import { wipe } from './wipe.ts'

/** Length of a salt in bytes; the passkey turns it into a secret. */
const saltLength = 32
/** Milliseconds for the visitor to use a passkey. */
const limit = 5 * 60_000
/** The purpose of the passkey's secret, part of its derivation. */
const purpose = new TextEncoder().encode('latchkey wallet recovery by passkey')

/**
 * Why a passkey gave no secret.
 * - `cancelled`: the visitor cancelled, or did nothing for five minutes
 * - `forbidden`: the browser creates no passkey inside another site's page
 * - `lacking`: the browser or the passkey has no PRF (WebAuthn Level 3, section 10.1.4)
 * - `failed`: everything else
 */
export type PasskeyFault = 'cancelled' | 'forbidden' | 'lacking' | 'failed'

/** A passkey gave no secret. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly fault: PasskeyFault

  constructor(fault: PasskeyFault, cause?: unknown) {
    super(`No secret came of a passkey: ${fault}`, { cause })
    this.fault = fault
  }
}

/** A passkey as the guard of a recovery share. `credentialId` in base64url. */
export type Passkey = { credentialId: string; keys: GuardKeys }

/**
 * A new passkey. `keys` is missing where the browser gives the secret only when the passkey is
 * used: `showPasskey` requests the secret then.
 */
export type MadePasskey = { credentialId: string; salt: Uint8Array<ArrayBuffer>; keys?: GuardKeys }

/**
 * Whether this browser may have passkeys with a secret. Some browsers report it only when a passkey
 * is created.
 */
export async function mayHavePasskeys(): Promise<boolean> {
  const { PublicKeyCredential: api } = globalThis as {
    PublicKeyCredential?: { getClientCapabilities?: () => Promise<Record<string, boolean>> }
  } // old browsers lack it
  if (api === undefined) return false
  // browsers may lack this function
  const known = await api.getClientCapabilities?.().catch(() => undefined)
  return known?.['extension:prf'] !== false
}

/**
 * Creates a discoverable passkey for the wallet's host, with a finger, face or PIN. Call it in a
 * click.
 * @param owner the operator's name, and the visitor's name for this wallet: the browser lists the
 *   passkey under these names. The passkey's user id is random and identifies no user
 * @throws PasskeyError
 */
export async function makePasskey(
  owner: { operator: string; name: string },
  signal?: AbortSignal,
): Promise<MadePasskey> {
  const salt = crypto.getRandomValues(new Uint8Array(saltLength))
  const made = await requestCredential(
    navigator.credentials.create({
      signal,
      publicKey: {
        rp: { id: location.hostname, name: owner.operator },
        user: {
          id: crypto.getRandomValues(new Uint8Array(32)),
          name: owner.name,
          displayName: owner.name,
        },
        // no server checks the challenge: the passkey's secret is the proof
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: limit,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const { prf } = made.getClientExtensionResults()
  if (prf?.results === undefined && prf?.enabled !== true) throw new PasskeyError('lacking')
  const credentialId = toBase64url(new Uint8Array(made.rawId))
  return { credentialId, salt, ...(prf.results && { keys: await keysOf(salt, prf.results.first) }) }
}

/**
 * Requests a passkey from the visitor and derives its keys. Call it in a click.
 * @throws PasskeyError
 */
export async function showPasskey(
  { credentialId, salt }: { credentialId: string; salt: Uint8Array<ArrayBuffer> },
  signal?: AbortSignal,
): Promise<Passkey> {
  const shown = await requestCredential(
    navigator.credentials.get({
      signal,
      publicKey: {
        rpId: location.hostname,
        challenge: crypto.getRandomValues(new Uint8Array(32)), // no server checks it
        allowCredentials: [{ type: 'public-key', id: fromBase64url(credentialId) }],
        userVerification: 'required',
        timeout: limit,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const { prf } = shown.getClientExtensionResults()
  if (prf?.results === undefined) throw new PasskeyError('lacking')
  return { credentialId, keys: await keysOf(salt, prf.results.first) }
}

/** Derives the two keys from the secret, as the halves of 64 bytes. HKDF-SHA-256, RFC 5869 */
async function keysOf(salt: Uint8Array<ArrayBuffer>, first: BufferSource): Promise<GuardKeys> {
  const secret = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const derived = new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt, info: purpose },
      key,
      512,
    ),
  )
  const halves = halvesOf(salt, derived)
  wipe(derived, secret)
  return halves
}

/** The result of the browser's request for a credential. @throws PasskeyError */
async function requestCredential(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null
  try {
    credential = await asking
  } catch (cause) {
    throw new PasskeyError(faultOf(cause), cause)
  }
  if (credential instanceof PublicKeyCredential) return credential
  throw new PasskeyError('failed')
}

/**
 * The fault of a browser's error. Only the errors' texts distinguish a frame without permission
 * from a visitor who declines.
 */
function faultOf(error: unknown): PasskeyFault {
  const { name, message } = error instanceof DOMException ? error : { name: '', message: '' }
  if (/ancestor|permissions? policy|not enabled in this document|cross-origin/i.test(message))
    return 'forbidden'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  return name === 'NotSupportedError' || name === 'SecurityError' ? 'lacking' : 'failed'
}
