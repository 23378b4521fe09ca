import { fromBase64url, toBase64url } from '@latchkey/protocol/base64url'
import { halvesOf, type GuardKeys } from './guardKeys.ts'
import { wipe } from './wipe.ts'

/** Bytes of a salt, which the passkey turns into a secret. */
const saltLength = 32
/** Milliseconds for the visitor to show a passkey. */
const limit = 5 * 60_000
/** Names this use of the passkey's secret. */
const purpose = new TextEncoder().encode('latchkey wallet recovery by passkey')

/**
 * Why no secret came of a passkey. `cancelled`: the visitor, or nobody within five minutes.
 * `forbidden`: the browser makes none inside another site's page. `lacking`: the browser or the
 * passkey has no PRF (WebAuthn Level 3, section 10.1.4). `failed`: everything else.
 */
export type PasskeyFault = 'cancelled' | 'forbidden' | 'lacking' | 'failed'

/** No secret came of a passkey. */
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
 * A passkey that was made. `keys` is missing where the browser gives its secret only when the
 * passkey is shown: `showPasskey` then asks for it.
 */
export type MadePasskey = { credentialId: string; salt: Uint8Array<ArrayBuffer>; keys?: GuardKeys }

/** Whether this browser may have passkeys with a secret. Some say so only when one is made. */
export async function mayHavePasskeys(): Promise<boolean> {
  const { PublicKeyCredential: api } = globalThis as {
    PublicKeyCredential?: { getClientCapabilities?: () => Promise<Record<string, boolean>> }
  } // old browsers lack it
  if (api === undefined) return false
  const known = await api.getClientCapabilities?.().catch(() => undefined) // they need not be known
  return known?.['extension:prf'] !== false
}

/**
 * Makes a passkey of the wallet's host, which needs no name to be found, and asks for finger, face
 * or PIN. Call it in a click.
 * @param owner the operator's name, and the visitor's for this wallet: the browser lists the
 *   passkey under them. Its user id is random, and names nobody
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
        // nobody checks it: the secret is the proof
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
 * Has the visitor show a passkey, and derives its keys. Call it in a click. @throws PasskeyError
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
        challenge: crypto.getRandomValues(new Uint8Array(32)), // same
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

/** The two halves of 64 bytes that are derived from the secret. HKDF-SHA-256, RFC 5869 */
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

/** The credential that the browser was asked for. @throws PasskeyError */
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

/** Browsers tell a frame that may not from a visitor who will not by their words alone. */
function faultOf(error: unknown): PasskeyFault {
  const { name, message } = error instanceof DOMException ? error : { name: '', message: '' }
  if (/ancestor|permissions? policy|not enabled in this document|cross-origin/i.test(message))
    return 'forbidden'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  return name === 'NotSupportedError' || name === 'SecurityError' ? 'lacking' : 'failed'
}
