import { createHash } from 'node:crypto'
import { getSession, proofSkew } from '@latchkey/protocol/walletServer'
import * as fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refusal } from '../refusal.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'
import { createReplays } from './createReplays.ts'
import { claimedDevice, readProof } from './readProof.ts'

let wallet: TestWallet
let device: TestDevice
beforeAll(async () => {
  wallet = await startTestWallet()
  device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
})
afterAll(() => wallet.close())

const { path } = getSession
const send = async (proof: string | undefined, body = '{}', at = path) => {
  const response = await fetch(`${wallet.url}${at}`, {
    method: 'POST',
    body,
    headers: proof === undefined ? {} : { dpop: proof },
  })
  return { status: response.status, ...(await response.json()) }
}
const invalid = { status: 401, error: 'proofInvalid' }

test('a proof is valid once, and only for its own request', async () => {
  const proof = await device.prove(path, '{}')
  expect(await send(proof)).toMatchObject({ status: 200, email: 'ann@example.com' })
  expect(await send(proof)).toEqual(invalid)
  expect(await send(await device.prove(path, '{}'), '{ }')).toEqual(invalid)
  expect(await send(await device.prove(path, '{}'), '{}', '/v1/devices')).toEqual(invalid)
  const many = await device.prove(path, '{}')
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(many)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each<[string, object]>([
  ['another method', { htm: 'GET' }],
  ['another site', { htu: `https://evil.example${path}` }],
  ['a query in its address', { htu: `http://127.0.0.1${path}?a` }],
  ['no time', { iat: undefined }],
  ['a time that is not a number', { iat: 'now' }],
  ['a time ahead', { iat: Math.floor(Date.now() / 1_000) + proofSkew * 100 }],
  ['a time behind', { iat: 1 }],
  ['no id', { jti: undefined }],
  ['an empty id', { jti: '' }],
  ['a long id', { jti: 'x'.repeat(65) }],
  ['no hash', { bh: undefined }],
  ['the hash of another body', { bh: createHash('sha256').update('{"a":1}').digest('base64url') }],
])('a proof with %s is refused', async (_, claims) => {
  expect(await send(await device.prove(path, '{}', { claims }))).toEqual(invalid)
})

test('a proof of another type or algorithm, with another encoding of its key, or signed by another key is refused', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const [ownJwk, secretJwk] = await Promise.all([
    exportJWK(pair.publicKey),
    exportJWK(pair.privateKey),
  ])
  for (const header of [
    { typ: 'JWT' },
    { typ: undefined },
    { jwk: ownJwk },
    { jwk: undefined },
    { jwk: { ...ownJwk, kid: 'x' } },
  ])
    expect(await send(await device.prove(path, '{}', { header }))).toEqual(invalid)
  const claims = {
    htm: 'POST',
    htu: `${wallet.url}${path}`,
    iat: Math.floor(wallet.now() / 1_000),
    jti: 'one',
    bh: createHash('sha256').update('{}').digest('base64url'),
  }
  const withSecret = await new SignJWT(claims)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: secretJwk })
    .sign(pair.privateKey)
  expect(await send(withSecret)).toEqual(invalid)
  const hmac = await new SignJWT(claims)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk: ownJwk })
    .sign(new TextEncoder().encode(JSON.stringify(ownJwk)))
  expect(await send(hmac)).toEqual(invalid)
  const [head, payload] = (await device.prove(path, '{}')).split('.')
  const none = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk: ownJwk })).toString(
    'base64url',
  )
  for (const token of [`${none}.${payload}.`, `${head}.${payload}.`, `${head}.${payload}.AAAA`])
    expect(await send(token)).toEqual(invalid)
})

test('a proof with the key of another device gives no access to the login of this device', async () => {
  const attacker = await wallet.device()
  expect(await send(await attacker.prove(path, '{}'))).toEqual({
    status: 401,
    error: 'loginRequired',
  })
})

test('any other text, and a missing proof, are refused', async () => {
  expect(await send(undefined)).toEqual(invalid)
  const good = await device.prove(path, '{}')
  const texts = fc.oneof(
    fc.stringMatching(/^[ -~]{1,40}$/),
    fc.constantFrom('a.b.c', 'x'.repeat(5_000), `${good}.x`, `${good}, ${good}`),
    fc
      .nat(good.length - 1)
      .map((at) => `${good.slice(0, at)}${good[at] === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      // the last letter of a signature has unused bits, so a change of it may still be valid
      const answer = await send(text)
      expect([401, 200]).toContain(answer.status)
      if (answer.status === 200) expect(text.slice(0, -1)).toBe(good.slice(0, -1))
    }),
    { numRuns: 60 },
  )
})

test('a used proof is remembered as long as it is valid, and a proof is refused when it cannot be remembered', () => {
  let time = 0
  const replays = createReplays(() => time, 60_000, 3)
  const note = (proof: string) => replays.note(proof, `network of ${proof}`)
  expect(['a', 'a', 'b', 'c', 'd', 'd'].map(note)).toEqual([
    'new',
    'used',
    'new',
    'new',
    'full',
    'full',
  ])
  time += 2 * proofSkew
  expect([note('a'), note('d')]).toEqual(['used', 'new'])
  time += 2 * proofSkew
  expect([note('a'), note('d')]).toEqual(['new', 'used'])
  time += 10 * proofSkew
  expect(note('d')).toBe('new')
})

test('networks that send proofs at full speed leave room for 1,000 other networks', () => {
  const sent = fc.array(
    fc.record({ network: fc.nat(800), count: fc.constantFrom(1, 20, 3_000, 100_000) }),
    { minLength: 1, maxLength: 300 },
  )
  fc.assert(
    fc.property(sent, (floods) => {
      const replays = createReplays(() => 0, 60_000)
      floods.forEach(({ network, count }, flood) => {
        for (
          let index = 0;
          index < count && replays.note(`${flood} ${index}`, String(network)) === 'new';
        )
          index++
      })
      const visitor = Array.from({ length: 100 }, (_, index) =>
        replays.note(`visitor ${index}`, 'visitor'),
      )
      expect(new Set(visitor)).toEqual(new Set(['new']))
    }),
    { numRuns: 20 },
  )
})

test('a network that has sent too many proofs is refused, and another network is accepted', async () => {
  const replays = createReplays(wallet.now, 60_000, 8)
  const prove = async (network: string) => {
    const proven = {
      url: `${wallet.url}${path}`,
      body: Buffer.from('{}'),
      now: wallet.now(),
      skew: 60_000,
      replays,
      network,
    }
    return readProof(await device.prove(path, '{}'), proven).then(
      () => 'new',
      ({ code }: Refusal) => code,
    )
  }
  for (let sent = 0; sent < 4; sent++) expect(await prove('198.51.100.1')).toBe('new')
  expect([await prove('198.51.100.1'), await prove('198.51.100.2')]).toEqual(['unavailable', 'new'])
})

test('claimedDevice returns the device of a proof, and undefined for an invalid proof', async () => {
  expect(claimedDevice(await device.prove(path, '{}'))).toBe(device.thumbprint)
  expect(claimedDevice(undefined)).toBeUndefined()
  const head = fc
    .jsonValue()
    .map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'))
  fc.assert(
    fc.property(fc.oneof(fc.string(), head), (text) => {
      expect(claimedDevice(text)).toBeUndefined()
    }),
  )
})
