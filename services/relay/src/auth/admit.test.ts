import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestClient } from '../testing/createTestClient.ts'
import { endOf, openRaw } from '../testing/openTestSocket.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'
import { writeDidKey } from './didKey.ts'

const seconds = () => Math.floor(Date.now() / 1_000)
const client = createTestClient()

/**
 * Opens a socket that the relay refuses, and returns the reason. The relay opens the socket first,
 * so that a browser can read the reason.
 */
async function refusalOf(
  url: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const socket = openRaw(url, { query, headers })
  const end = endOf(socket)
  await once(socket, 'open')
  return end
}

test.each([
  ['malformed', () => 'no.token'],
  ['malformed', () => 'x'.repeat(5_000)],
  ['malformed', () => 'e30.e30.'],
  ['malformed', (url: string) => `${client.token(url)}=`],
  ['malformed', (url: string) => client.token(url, {}, { alg: 'none' })],
  ['malformed', (url: string) => client.token(url, {}, { alg: 'HS256' })],
  ['malformed', (url: string) => client.token(url, { sub: undefined })],
  ['malformed', (url: string) => client.token(url, { iat: undefined })],
  ['malformed', (url: string) => client.token(url, { exp: 'never' })],
  ['malformed', (url: string) => client.token(url, { iss: 'did:key:z6MkfakeFAKE' })],
  ['malformed', (url: string) => client.token(url, { iss: client.did.slice('did:key:'.length) })],
  ['for another audience', () => client.token('wss://relay.example.org')],
  ['for another audience', (url: string) => client.token(url.replace(/\d+$/, '1'))],
  ['for another audience', () => client.token('not an address')],
  [
    'expired',
    (url: string) => client.token(url, { iat: seconds() - 100_000, exp: seconds() - 121 }),
  ],
  ['expired', (url: string) => client.token(url, { iat: seconds() - 86_521, exp: undefined })],
  ['not yet valid', (url: string) => client.token(url, { iat: seconds() + 130 })],
  ['signature is invalid', (url: string) => client.token(url, { iss: createTestClient().did })],
  ['signature is invalid', (url: string) => client.token(url).replace(/[\w-]{8}$/, 'AAAAAAAA')],
  ['signature is invalid', (url: string) => client.token(url).replace(/\.[\w-]+$/, '.AAAA')],
])('the relay refuses a token that is %s', async (flaw, token) => {
  const { url } = await startTestRelay()
  const { code, reason } = await refusalOf(url, { auth: token(url) })
  expect([code, reason]).toEqual([
    3000,
    expect.stringMatching(new RegExp(`^JWT validation error: JWT Token .*${flaw}`)),
  ])
})

test('a token signed by a key of small order is refused', async () => {
  const { url } = await startTestRelay()
  const neutral = Buffer.from(`01${'00'.repeat(31)}`, 'hex')
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = {
    iss: writeDidKey(neutral),
    sub: 'any',
    aud: url,
    iat: seconds(),
    exp: seconds() + 600,
  }
  const auth = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}.${Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64url')}`
  expect((await refusalOf(url, { auth })).reason).toContain('malformed')
})

test('the relay refuses a request without a token', async () => {
  const { url } = await startTestRelay()
  expect(await refusalOf(url, {})).toEqual({
    code: 3000,
    reason: 'JWT validation error: JWT Token is missing',
  })
})

test.each(['irn_watchRegister', 'irn_watchUnregister', 'client_auth ', 'CLIENT_AUTH', ''])(
  'a token for another act (%j) opens no connection',
  async (act) => {
    const { url } = await startTestRelay()
    expect(await refusalOf(url, { auth: client.token(url, { act }) })).toMatchObject({
      code: 3000,
      reason: 'JWT validation error: JWT Token is for another act',
    })
  },
)

test.each([
  ['an end before its beginning', () => ({ iat: seconds() + 60, exp: seconds() - 60 })],
  ['an act that is not a text', () => ({ act: 1 })],
  ['an empty subject', () => ({ sub: '' })],
  ['no audience', () => ({ aud: undefined })],
  ['no beginning', () => ({ iat: undefined })],
  ['a beginning in text', () => ({ iat: String(seconds()) })],
  ['an end that is not a whole second', () => ({ exp: 1.5 })],
])('a token with %s is malformed', async (_, claims) => {
  const { url } = await startTestRelay()
  expect((await refusalOf(url, { auth: client.token(url, claims()) })).reason).toBe(
    'JWT validation error: JWT Token is malformed',
  )
})

test('the reason of a refusal has the exact text that kits compare', async () => {
  const { url } = await startTestRelay({ projects: ['known'], origins: ['https://example.org'] })
  const auth = client.token(url)
  expect(
    (await refusalOf(url, { auth, projectId: 'known' }, { origin: 'https://evil.example' })).reason,
  ).toBe('Unauthorized: origin not allowed')
  expect((await refusalOf(url, { auth, projectId: 'unknown' })).reason).toBe(
    'Unauthorized: invalid key',
  )
  expect((await refusalOf(url, { auth })).reason).toBe('Unauthorized: project ID not specified')
  expect(
    (
      await refusalOf(url, {
        auth: client.token(url, { iat: seconds() + 999 }),
        projectId: 'known',
      })
    ).reason,
  ).toMatch(/^JWT validation error: JWT Token is not yet valid \(relay time \d{10}\)$/)
})

test.each([
  ['by its query', (url: string) => ({ query: { auth: client.token(url) } })],
  [
    'by its header',
    (url: string) => ({ headers: { authorization: `Bearer ${client.token(url)}` } }),
  ],
  [
    'that names the act of a connection',
    (url: string) => ({ query: { auth: client.token(url, { act: 'client_auth' }) } }),
  ],
  ['without an end', (url: string) => ({ query: { auth: client.token(url, { exp: undefined }) } })],
  [
    'with a clock that is a little off',
    (url: string) => ({ query: { auth: client.token(url, { iat: seconds() + 100 }) } }),
  ],
  [
    'for another name of this machine, with a path',
    (url: string) => ({
      query: { auth: client.token(`${url.replace('127.0.0.1', 'localhost')}/some/path/?x=1`) },
    }),
  ],
  [
    'for 0.0.0.0',
    (url: string) => ({ query: { auth: client.token(url.replace('127.0.0.1', '0.0.0.0')) } }),
  ],
])('the relay accepts a token %s', async (_, options) => {
  const { url } = await startTestRelay()
  const socket = openRaw(url, options(url))
  await once(socket, 'open')
  socket.send(
    `{"id":"1767600000000123456","jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${newTopic()}"}}`,
  )
  const [answer] = await once(socket, 'message')
  expect(String(answer)).toContain('"result"')
})

test('with public URLs, the relay accepts only tokens for one of them', async () => {
  const { url } = await startTestRelay({
    publicUrls: ['wss://relay.example.org', 'https://second.example:8443/path'],
  })
  for (const audience of [
    'wss://relay.example.org',
    'wss://relay.example.org:443/',
    'ws://RELAY.example.org',
    'wss://second.example:8443',
  ]) {
    const socket = openRaw(url, { query: { auth: client.token(audience) } })
    await once(socket, 'open')
    socket.send('x')
    expect(String((await once(socket, 'message'))[0])).toContain('Serialization')
  }
  for (const audience of [url, 'wss://relay.example.org.evil.example', 'wss://second.example'])
    expect((await refusalOf(url, { auth: client.token(audience) })).code).toBe(3000)
})

test('the relay admits known projects and origins, and clients without an origin', async () => {
  const relay = await startTestRelay({ projects: ['one', 'two'], origins: ['https://example.org'] })
  for (const headers of [undefined, { origin: 'https://example.org' }]) {
    const socket = await relay.open(client, { query: { projectId: 'two' }, headers })
    expect(await socket.ask('irn_subscribe', { topic: newTopic() })).toBeTruthy()
  }
})

test('after requests with invalid URLs, the relay still answers', async () => {
  const { url, open } = await startTestRelay()
  for (const path of ['//', '/?auth=%', '/?auth', `/?${'a=b&'.repeat(2_000)}`, '/%00?auth=a.b.c']) {
    const socket = openRaw(url + path)
    const end = endOf(socket)
    socket.on('error', () => {}) // the socket may end with an error or without one
    expect([3000, 1006]).toContain((await end).code)
  }
  expect(await (await open()).ask('irn_subscribe', { topic: newTopic() })).toBeTruthy()
})

test('the relay does not handle frames of a refused client', async () => {
  const { url, open } = await startTestRelay()
  const topic = newTopic()
  const socket = openRaw(url)
  socket.on('open', () =>
    socket.send(
      `{"id":"1767600000000123456","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"x","ttl":300}}`,
    ),
  )
  await endOf(socket)
  expect(await (await open()).ask('irn_fetchMessages', { topic })).toEqual({
    messages: [],
    hasMore: false,
  })
})
