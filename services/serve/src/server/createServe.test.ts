import { connect } from 'node:net'
import { startEmail } from '@latchkey/protocol/walletServer'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestClient } from '../../../relay/src/testing/createTestClient.ts'
import { endOf, openTestSocket } from '../../../relay/src/testing/openTestSocket.ts'
import { newTopic } from '../../../relay/src/testing/startTestRelay.ts'
import { createTestDevice } from '../../../wallet/src/server/testing/createTestDevice.ts'
import { readSettings } from '../settings/readSettings.ts'
import {
  requestPath,
  fromDisk,
  site,
  startTestWorld,
  token,
  type TestWorld,
} from '../testing/startTestServe.ts'
import { createServe, type Serve } from './createServe.ts'
import type { Line } from './log.ts'

let world: TestWorld
let serve: Serve
const lines: Line[] = []
const hostOf = (url: string) => new URL(url).host

beforeAll(async () => {
  world = await startTestWorld()
  serve = createServe(await readSettings(world.file, fromDisk), {
    write: (line) => lines.push(line),
  })
  await serve.listen()
})
afterAll(async () => {
  await serve.close()
  await world.close()
})

const query = `projectId=${site.projectId}`
const bearer = { authorization: `Bearer ${token}` }
const asOperator = { ...bearer, host: 'localhost' }

test('the API, the relay and the wallet answer at one port', async () => {
  const chains = await requestPath(world.port, `/v1/supported-chains?${query}`, {
    host: hostOf(world.url),
  })
  expect([chains.status, chains.text]).toEqual([200, expect.stringContaining('eip155:31337')])
  expect(
    (
      await requestPath(world.port, `/getWallets?${query}&page=1&entries=1`, {
        host: hostOf(world.url),
      })
    ).status,
  ).toBe(200)
  expect(
    (await requestPath(world.port, `/frame?${query}`, { host: hostOf(world.wallet) })).headers[
      'content-security-policy'
    ],
  ).toContain(`frame-ancestors ${site.origin}`)
  const device = await createTestDevice(world.wallet)
  expect(await device.refusal(startEmail, { email: 'owner@example.com', ...site })).toBe(undefined)

  for (const path of ['/relay', '/relay/', '/']) {
    const url = `ws://localhost:${world.port}${path}`
    const [one, other, topic] = [
      await openTestSocket(url, createTestClient(), { query: { projectId: site.projectId } }),
      await openTestSocket(url, createTestClient(), { query: { projectId: site.projectId } }),
      newTopic(),
    ]
    await other.ask('irn_subscribe', { topic })
    await one.ask('irn_publish', { topic, message: path, ttl: 300, tag: 1108 })
    expect((await other.push()).params.data.message).toBe(path)
    await Promise.all([one.close(), other.close()])
  }
  for (const path of ['/public-key', '/relay/public-key'])
    expect((await requestPath(world.port, path, { host: hostOf(world.url) })).text).toMatch(
      /^[0-9a-f]{64}$/,
    )
})

test('the wallet’s host serves the wallet only, and no other host serves the wallet', async () => {
  const at = (url: string, path: string) =>
    requestPath(world.port, path, { host: hostOf(url), ...bearer })
  for (const path of [
    '/v1/supported-chains',
    `/getWallets?${query}`,
    '/public/getTokenImage/eth',
    '/public-key',
    '/relay/public-key',
    '/rpc',
    '/metrics',
    '/status',
    '/status.json',
  ]) {
    expect([path, (await at(world.wallet, path)).status]).toEqual([path, 404])
  }
  for (const path of [`/frame?${query}`, '/assets/index.js', '/approve', '/social/callback/google'])
    expect([path, (await at(world.url, path)).status]).toEqual([path, 404])
  for (const host of [
    'latchkey.example.org',
    '10.0.0.7',
    '127.0.0.1.example.org',
    '127.0.0.1@example.org',
  ])
    expect([host, (await at(`http://${host}`, `/frame?${query}`)).status]).toEqual([host, 421])
})

test('a request with two Host headers gets 421', async () => {
  for (const [one, other] of [
    [hostOf(world.wallet), hostOf(world.url)],
    [hostOf(world.url), hostOf(world.wallet)],
  ]) {
    const socket = connect(world.port, '127.0.0.1').setEncoding('utf8')
    socket.write(
      `GET /frame?${query} HTTP/1.1\r\nHost: ${one}\r\nHost: ${other}\r\nConnection: close\r\n\r\n`,
    )
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1.1 421 /)
  }
})

test('only the path of the relay accepts WebSockets', async () => {
  const refused = (url: string, host?: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url, host === undefined ? {} : { headers: { host } })
      socket
        .on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
        .on('open', () => resolve('open'))
        .on('error', () => {})
    })
  for (const path of ['/v1', '/frame', '/relay/x', '/%72elay', '/health']) {
    expect([path, await refused(`ws://localhost:${world.port}${path}`)]).toEqual([path, 404])
  }
  for (const path of ['/relay//', '//relay'])
    expect([path, await refused(`ws://localhost:${world.port}${path}`)]).toEqual([path, 400])
  expect(await refused(`ws://localhost:${world.port}/relay`, hostOf(world.wallet))).toBe(404)
  expect(await refused(`ws://localhost:${world.port}/relay`, 'relay.example.org')).toBe(421)
})

test('the operator’s pages need a request from this machine or the token', async () => {
  const local = { host: `localhost:${world.port}` }
  for (const path of ['/metrics', '/status', '/status.json']) {
    const status = async (headers: Record<string, string>) =>
      (await requestPath(world.port, path, headers)).status
    expect(await status(local)).toBe(200)
    expect(await status({ host: '10.0.0.7', ...bearer })).toBe(200)
    expect(
      await status({ host: '10.0.0.7', authorization: `Basic ${btoa(`anybody:${token}`)}` }),
    ).toBe(200)
    expect(await status({ host: '10.0.0.7' })).toBe(401)
    expect(await status({ host: '10.0.0.7', authorization: `Bearer ${token}x` })).toBe(401)
    expect(await status({ ...local, 'x-forwarded-for': '127.0.0.1' })).toBe(401)
    expect(await status({ ...local, via: '1.1 proxy' })).toBe(401)
    expect(await status({ host: `attacker.example:${world.port}` })).toBe(401)
  }
  expect((await requestPath(world.port, '/status', local, { method: 'POST' })).status).toBe(405)
})

test('the metrics of each service have its `part` label', async () => {
  const { text } = await requestPath(world.port, '/metrics', asOperator)
  expect(text).toMatch(/^latchkey_api_requests_total\{part="api",route="/m)
  expect(text).toMatch(/^latchkey_relay_sockets\{part="relay"\} \d+$/m)
  expect(text).toMatch(/^latchkey_wallet_answer_seconds_bucket\{part="wallet",le="0.001"\} \d+$/m)
  expect(text).toMatch(/^latchkey_serve_ready\{part="wallet"\} 1$/m)
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('the status lists every service, and the state of each dependency', async () => {
  await expect
    .poll(async () => (await requestPath(world.port, '/status.json', asOperator)).text)
    .not.toContain('indexing')
  const found = JSON.parse((await requestPath(world.port, '/status.json', asOperator)).text) as {
    parts: { name: string; state: string }[]
    found: { name: string; state: string; said: string }[]
  }
  expect(found.parts.map(({ name, state }) => [name, state])).toEqual([
    ['api', 'ok'],
    ['relay', 'ok'],
    ['wallet', 'ok'],
  ])
  const of = (name: string) => found.found.find((entry) => entry.name === name)
  for (const name of [
    'Secrets',
    'Folder',
    'Node 127.0.0.1 of eip155:31337',
    'Page',
    'Mail server',
    'Address',
    'Address of the wallet',
  ])
    expect(of(name)).toMatchObject({ state: 'ok' })
  const { text, headers } = await requestPath(world.port, '/status', asOperator)
  expect(text).toContain('E-mail wallet')
  expect(text).not.toMatch(/<script|style=/)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
})

/** Parts of paths that programs normalize or decode in different ways. */
const pieces = fc.constantFrom(
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%00',
  ';',
  '?',
  '#',
  '@',
  'metrics',
  '%6detrics',
  'METRICS',
  'status',
  'status.json',
  'stat%75s',
  'v1',
  'frame',
  'assets',
  'relay',
  'health',
  'public',
  'approve',
  'http://localhost',
  'x',
)
const paths = fc.array(pieces, { minLength: 1, maxLength: 9 }).map((parts) => `/${parts.join('')}`)
const hosts = fc.oneof(
  fc.constantFrom(
    'localhost',
    'LOCALHOST.',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.1',
    '127.0.0.2',
    '[::1]',
    'attacker.example',
    '127.0.0.1@attacker.example',
    'localhost:99999',
    'localhost, 127.0.0.1',
    '',
    '..',
    'xn--',
  ),
  fc.webAuthority(),
)

test('no spelling of a path or a host leads to the operator’s pages or to the pages of another host', async () => {
  await fc.assert(
    fc.asyncProperty(paths, hosts, async (path, host) => {
      const answer = await requestPath(world.port, path, {
        host,
        'x-forwarded-for': '203.0.113.7',
      }).catch(() => undefined) // Node itself refuses some of these paths
      if (!answer) return
      expect(answer.text).not.toMatch(/^# TYPE|What they need|"memoryBytes"/m)
      const isWallet = /frame-ancestors https:\/\/shop|What do you want|<div id="root">/.test(
        `${String(answer.headers['content-security-policy'])}${answer.text}`,
      )
      if (isWallet) expect(host).toMatch(/^127(\.0\.0)?\.1(:|$)/)
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 400 },
  )
}, 60_000)

test('a service that stops is not ready, finishes its requests, and closes its sockets with 1012', async () => {
  const own = await startTestWorld()
  try {
    const one = createServe(
      await readSettings(await own.write('drain.json', { drain: { delay: 2_000 } }), fromDisk),
      { write: () => {} },
    )
    const starting = one.listen()
    await expect
      .poll(
        () =>
          requestPath(own.port, '/health', {}).then(
            ({ status }) => status,
            () => 0,
          ),
        { interval: 5 },
      )
      .toBe(200)
    expect((await requestPath(own.port, '/ready', {})).status).toBe(503)
    expect(
      await requestPath(own.port, `/v1/supported-chains?${query}`, { host: hostOf(own.url) }),
    ).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2', 'access-control-allow-origin': '*' },
    })
    await starting
    expect(JSON.parse((await requestPath(own.port, '/ready', {})).text)).toEqual({
      ready: true,
      condition: 'running',
      parts: { api: 'ok', relay: 'ok', wallet: 'ok' },
    })
    const { socket } = await openTestSocket(
      `ws://localhost:${own.port}/relay`,
      createTestClient(),
      { query: { projectId: site.projectId } },
    )
    const farewell = endOf(socket)
    const closing = one.close()
    const [ready, chains] = await Promise.all([
      requestPath(own.port, '/ready', {}),
      requestPath(own.port, `/v1/supported-chains?${query}`, { host: hostOf(own.url) }),
    ])
    expect([ready.status, JSON.parse(ready.text).condition, chains.status]).toEqual([
      503,
      'draining',
      200,
    ])
    await closing
    expect((await farewell).code).toBe(1012)
    await expect(requestPath(own.port, '/health', {})).rejects.toThrow('ECONNREFUSED')
    const again = createServe(await readSettings(own.file, fromDisk), { write: () => {} })
    await again.listen()
    const other = createServe(
      await readSettings(await own.write('second.json', { port: 0 }), fromDisk),
      { write: () => {} },
    )
    await expect(other.listen()).rejects.toThrow(/is in use by another process/)
    await again.close()
  } finally {
    await own.close()
  }
}, 60_000)
