import { createHmac, randomBytes } from 'node:crypto'
import { fromBase64url } from '@latchkey/protocol/base64'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openUnder } from './guardKeys.ts'
import { makePasskey, mayHavePasskeys, PasskeyError, showPasskey } from './passkey.ts'
import { sealRecovery } from './sealRecovery.ts'

type PasskeyRequest = {
  publicKey: {
    rp?: { id: string }
    user?: { id: Uint8Array; name: string }
    rpId?: string
    authenticatorSelection?: object
    userVerification?: string
    extensions: { prf: { eval: { first: Uint8Array } } }
  }
}

/** The browser's behaviour: it gives the secret at once or later, has no secret, or refuses. */
let browser: { atOnce: boolean; hasPrf: boolean; refusal?: DOMException }
let requests: PasskeyRequest[]
const rawId = new Uint8Array(16).fill(7)

/** A browser's API with one passkey. The secret is an HMAC, like an authenticator's. */
beforeEach(() => {
  browser = { atOnce: true, hasPrf: true }
  requests = []
  const secret = randomBytes(32)
  class Credential {
    rawId = rawId.buffer
    readonly results: object
    constructor(results: object) {
      this.results = results
    }
    getClientExtensionResults = () => this.results
  }
  const answer = async (options: PasskeyRequest, isMade: boolean) => {
    requests.push(options)
    if (browser.refusal) throw browser.refusal
    if (!browser.hasPrf) return new Credential({})
    const first = new Uint8Array(
      createHmac('sha256', secret).update(options.publicKey.extensions.prf.eval.first).digest(),
    )
    return new Credential({
      prf: {
        enabled: true,
        ...((browser.atOnce || !isMade) && {
          results: { first: first.buffer.slice(first.byteOffset, first.byteOffset + 32) },
        }),
      },
    })
  }
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('location', { hostname: 'wallet.example' })
  vi.stubGlobal('navigator', {
    credentials: {
      create: (options: PasskeyRequest) => answer(options, true),
      get: (options: PasskeyRequest) => answer(options, false),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const owner = { operator: 'Shop', name: 'ann@example.org' }

test('a passkey opens the share that it sealed, and the server gets neither the key nor the secret', async () => {
  const { credentialId, keys } = await makePasskey(owner)
  if (!keys) throw new Error('the secret came not at once')
  const share = crypto.getRandomValues(new Uint8Array(17))
  const sent = await sealRecovery(
    { settings: {} as never },
    { method: 'passkey', credentialId, keys },
    share,
  ) // no vault is requested
  if (sent.method !== 'passkey') throw new Error('another method')
  expect(JSON.stringify(sent)).not.toContain(Buffer.from(keys.key).toString('base64url'))
  expect(keys.proof).not.toEqual(keys.key)
  await expect(openUnder(fromBase64url(sent.proof), sent.blob)).rejects.toThrow()
  const again = await showPasskey({ credentialId, salt: fromBase64url(sent.salt) })
  expect(again.keys).toEqual(keys)
  expect(await openUnder(again.keys.key, sent.blob)).toEqual(share)
  const other = await showPasskey({ credentialId, salt: new Uint8Array(32) })
  await expect(openUnder(other.keys.key, sent.blob)).rejects.toThrow()
})

test('a passkey belongs to the wallet’s host, verifies the user, and has a random user ID', async () => {
  await Promise.all([makePasskey(owner), makePasskey(owner)])
  await showPasskey({ credentialId: 'AAAA', salt: new Uint8Array(32) })
  const [one, two, shown] = requests.map(({ publicKey }) => publicKey)
  expect(one).toMatchObject({
    rp: { id: 'wallet.example' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(shown).toMatchObject({ rpId: 'wallet.example', userVerification: 'required' })
  expect(one?.user?.id).toHaveLength(32)
  expect(one?.user?.id).not.toEqual(two?.user?.id)
})

test('when the browser does not return the secret at creation, the wallet requests it a second time', async () => {
  browser.atOnce = false
  const { keys, ...made } = await makePasskey(owner)
  expect(keys).toBeUndefined()
  expect((await showPasskey(made)).keys.proof).toHaveLength(32)
})

test.each([
  ['NotAllowedError', 'The operation either timed out or was not allowed.', 'cancelled'],
  ['NotAllowedError', 'The origin of the document is not the same as its ancestors.', 'forbidden'],
  [
    'NotAllowedError',
    "The 'publickey-credentials-create' feature is not enabled in this document.",
    'forbidden',
  ],
  ['NotSupportedError', '', 'lacking'],
  ['InvalidStateError', '', 'failed'],
])('the error %s “%s” becomes the fault `%s`', async (name, message, fault) => {
  browser.refusal = new DOMException(message, name)
  await expect(makePasskey(owner)).rejects.toMatchObject({ name: 'PasskeyError', fault })
  await expect(
    showPasskey({ credentialId: 'AAAA', salt: new Uint8Array(32) }),
  ).rejects.toBeInstanceOf(PasskeyError)
})

test('a passkey without PRF has the fault `lacking`', async () => {
  browser.hasPrf = false
  await expect(makePasskey(owner)).rejects.toMatchObject({ fault: 'lacking' })
  await expect(
    showPasskey({ credentialId: 'AAAA', salt: new Uint8Array(32) }),
  ).rejects.toMatchObject({ fault: 'lacking' })
})

test('a browser without passkeys or PRF cannot have passkeys', async () => {
  expect(await mayHavePasskeys()).toBe(true)
  vi.stubGlobal('PublicKeyCredential', {
    getClientCapabilities: async () => ({ 'extension:prf': false }),
  })
  expect(await mayHavePasskeys()).toBe(false)
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(await mayHavePasskeys()).toBe(false)
})
