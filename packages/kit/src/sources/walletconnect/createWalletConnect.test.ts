/** Tests of the kit's client with wallets that break the protocol, over a real relay. */
import { afterEach, expect, test, vi } from 'vitest'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import {
  accept,
  ask,
  granted,
  namespaces,
  propose,
  seconds,
  settle,
  settlementOf,
  startPresentClock,
} from './testing/byHand.ts'
import { failureOf } from './testing/failureOf.ts'
import { startTestSite as start } from './testing/startTestSite.ts'

const week = 7 * 86_400

afterEach(() => void vi.unstubAllGlobals())

test('after a wallet has settled a session, the session is listed', async () => {
  const { site, relayUrl } = await start()
  const { topic } = await settle(site, relayUrl)
  expect(site.sessions()).toMatchObject([{ topic, namespaces: granted }])
})

test('forged messages on the pairing topic are ignored', async () => {
  const { site, relayUrl } = await start()
  const { peer, approval, id, pairingTopic, topic, publicKey } = await propose(site, relayUrl)
  const answer = { id, jsonrpc: '2.0', error: { code: 5000, message: 'forged' } }
  await peer.publish(pairingTopic, 'not base64!')
  await peer.publish(pairingTopic, Buffer.from([9, 1, 2]).toString('base64'))
  await peer.publish(
    pairingTopic,
    Buffer.from(`\u0002${JSON.stringify(answer)}`).toString('base64'),
  )
  await peer.send(pairingTopic, answer, 'ef'.repeat(32))
  await peer.send(pairingTopic, 'no JSON')
  for (const invalid of [
    null,
    7,
    [],
    {},
    { id: 'text', result: 1 },
    { id },
    { ...answer, id: id + 1 },
    { ...answer, id: `${id}` },
  ])
    await peer.send(pairingTopic, invalid)
  // the largest message that the relay accepts
  await peer.send(pairingTopic, { ...answer, id: id + 1, pad: 'x'.repeat(750_000) })
  await accept(peer, { id, pairingTopic, publicKey })
  await ask(peer, topic, 'wc_sessionSettle', settlementOf(publicKey))
  expect(await approval).toMatchObject({ topic })
})

test('an answer on another session’s topic is ignored', async () => {
  const { site, relayUrl } = await start()
  const one = await settle(site, relayUrl)
  const other = await settle(site, relayUrl)
  const request = site.request({
    topic: one.topic,
    networkId: 'eip155:31337',
    method: 'personal_sign',
    params: [],
  })
  const { id } = await one.peer.next()
  await other.peer.send(other.topic, { id, jsonrpc: '2.0', result: 'forged' })
  await ask(other.peer, other.topic, 'wc_sessionPing', {})
  await other.peer.next() // the site has read all earlier messages by now
  await one.peer.send(one.topic, { id, jsonrpc: '2.0', result: 'genuine' })
  expect(await request).toBe('genuine')
})

test('a second settlement of a session is rejected; a settlement on the pairing topic is ignored', async () => {
  const { site, relayUrl } = await start()
  const { peer, pairingTopic, topic, publicKey } = await settle(site, relayUrl)
  const more = settlementOf(publicKey, {
    namespaces: { eip155: { ...granted.eip155, methods: ['eth_sign'] } },
  })
  await ask(peer, topic, 'wc_sessionSettle', more)
  expect(await peer.next()).toMatchObject({ error: { code: 7001 } })
  expect(site.sessions()).toMatchObject([{ topic, namespaces: granted }])
  await ask(peer, pairingTopic, 'wc_sessionSettle', more)
  expect(site.sessions()).toHaveLength(1)
})

const noMetadata = { name: '', description: '', url: '' }

test.for<[string, unknown, object]>([
  [
    'an icon of 4 kB as a data URL',
    {
      name: 'Fox',
      description: 'A wallet',
      url: 'https://fox.example',
      icons: [`data:image/png;base64,${'A'.repeat(4_096)}`],
    },
    { name: 'Fox', description: 'A wallet', url: 'https://fox.example' },
  ],
  [
    'very long texts',
    {
      name: 'n'.repeat(50_000),
      description: 'd'.repeat(50_000),
      url: `https://${'u'.repeat(50_000)}`,
    },
    { name: 'n'.repeat(1_000), description: 'd'.repeat(1_000), url: '' },
  ],
  [
    'a very long link',
    {
      name: 'Fox',
      redirect: { native: 'fox://', universal: `https://fox.example/${'x'.repeat(5_000)}` },
    },
    { name: 'Fox', redirect: { native: 'fox://' } },
  ],
  [
    'fields of wrong types',
    { name: 7, description: null, url: {}, icons: 'none', redirect: 'fox://' },
    {},
  ],
  [
    'unsafe links',
    { redirect: { native: 'intent://x', universal: 'https://fox.example@evil.example' } },
    { redirect: {} },
  ],
  [
    'links of wrong types',
    { redirect: { native: 7, universal: ['https://fox.example'] } },
    { redirect: {} },
  ],
  ['nothing', undefined, {}],
  ['no object', 'Fox', {}],
])(
  'a wallet connects and is restored after a reload, whatever its metadata: %s',
  async ([, metadata, stored]) => {
    const { site, relayUrl, storage } = await start()
    const proposal = await propose(site, relayUrl)
    await accept(proposal.peer, proposal)
    await ask(
      proposal.peer,
      proposal.topic,
      'wc_sessionSettle',
      settlementOf(proposal.publicKey, { controller: { publicKey: proposal.publicKey, metadata } }),
    )
    await proposal.approval
    const again = (await start({ url: relayUrl, storage })).site
    for (const { sessions } of [site, again])
      expect(sessions().map(({ topic, peer }) => [topic, peer])).toEqual([
        [proposal.topic, { publicKey: proposal.publicKey, metadata: { ...noMetadata, ...stored } }],
      ])
  },
)

test.for<[string, number, (publicKey: string) => unknown]>([
  ['of another key', 7001, () => settlementOf('ab'.repeat(32))],
  ['without parameters', 1003, () => undefined],
  ['with invalid namespaces', 1003, (key) => settlementOf(key, { namespaces: [7] })],
  [
    'with invalid accounts',
    1003,
    (key) =>
      settlementOf(key, {
        namespaces: {
          eip155: { ...granted.eip155, accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] },
        },
      }),
  ],
  [
    'without an account',
    1003,
    (key) => settlementOf(key, { namespaces: { eip155: { ...granted.eip155, accounts: [] } } }),
  ],
  [
    'with accounts of another namespace',
    1003,
    (key) => settlementOf(key, { namespaces: { solana: granted.eip155 } }),
  ],
  ['with nothing granted', 1003, (key) => settlementOf(key, { namespaces: {} })],
  ['that has expired', 1006, (key) => settlementOf(key, { expiry: seconds() - 1 })],
  ['with an invalid expiry', 1003, (key) => settlementOf(key, { expiry: '9' })],
])('a settlement %s is rejected and ends the attempt', async ([, code, settlement]) => {
  const { site, relayUrl } = await start()
  const proposal = await propose(site, relayUrl)
  await accept(proposal.peer, proposal)
  await ask(proposal.peer, proposal.topic, 'wc_sessionSettle', settlement(proposal.publicKey))
  await expect(proposal.approval).rejects.toMatchObject({
    name: 'KitError',
    code: 'somethingWrong',
  })
  expect(await proposal.peer.next()).toMatchObject({ topic: proposal.topic, error: { code } })
  expect(site.sessions()).toEqual([])
})

test.for<[string, unknown]>([
  ['without a key', {}],
  ['with an invalid key', { responderPublicKey: '00' }],
  ['with a key that gives no secret', { responderPublicKey: '00'.repeat(32) }],
])('an approval %s rejects with `somethingWrong`', async ([, result]) => {
  const { site, relayUrl } = await start()
  const { peer, approval, id, pairingTopic } = await propose(site, relayUrl)
  await peer.send(pairingTopic, { id, jsonrpc: '2.0', result })
  await expect(approval).rejects.toMatchObject({ name: 'KitError', code: 'somethingWrong' })
})

test('an error of any shape rejects with a code of the kit', async () => {
  const { site, relayUrl } = await start()
  const { peer, topic } = await settle(site, relayUrl)
  const answers: [object, string][] = [
    [{ error: { code: 4001, message: 'x'.repeat(10_000) } }, 'userRejected'],
    [{ error: 'text' }, 'internal'],
    [{ error: { code: '5000', message: 7 } }, 'userRejected'],
    [{ error: { code: '4001', message: 'no' } }, 'userRejected'],
    [{ error: 'User rejected.' }, 'userRejected'],
    [{ error: { message: 'User rejected the request' } }, 'userRejected'],
    [{ error: { code: -32603, message: 'Request rejected by user' } }, 'userRejected'],
    [{ error: { code: 'E1', message: 'boom' } }, 'internal'],
    [{ error: { code: 5101, message: '' } }, 'methodNotSupported'],
    [{ error: { code: 123_456, message: 'strange' } }, 'unknown'],
  ]
  for (const [answer, code] of answers) {
    const request = failureOf(
      site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [] }),
    )
    const { id } = await peer.next()
    await peer.send(topic, { id, jsonrpc: '2.0', ...answer })
    expect(await request).toMatchObject({ name: 'KitError', code })
  }
})

test('an unsupported or invalid request of a wallet is answered with an error code', async () => {
  const { site, relayUrl } = await start()
  const { peer, topic } = await settle(site, relayUrl)
  const events: unknown[] = []
  site.subscribe((event) => events.push(event))
  const requests: [string, unknown, number][] = [
    ['wc_sessionDance', {}, 10_001],
    ['toString', {}, 10_001],
    ['wc_sessionPropose', {}, 10_001],
    ['wc_sessionRequest', {}, 10_001],
    ['wc_sessionUpdate', { namespaces: { eip155: { accounts: ['nobody'] } } }, 1003],
    ['wc_sessionUpdate', null, 1003],
    ['wc_sessionExtend', { expiry: seconds() + 2 * week }, 1006],
    ['wc_sessionExtend', { expiry: 1 }, 1006],
    ['wc_sessionEvent', { chainId: 'nowhere', event: { name: 'x', data: 1 } }, 1005],
    ['wc_sessionEvent', {}, 1003],
  ]
  for (const [method, params, code] of requests) {
    await ask(peer, topic, method, params)
    expect(await peer.next(), method).toMatchObject({ error: { code } })
  }
  expect(events).toEqual([])
  expect(site.sessions()).toMatchObject([{ namespaces: granted }])
})

test('requests to an expired session fail with `alertSessionExpired`', async () => {
  const clock = startPresentClock()
  const { site, relayUrl } = await start({ clock })
  const { topic } = await settle(site, relayUrl, { expiry: seconds() + 3_600 })
  const events: unknown[] = []
  site.subscribe((event) => events.push(event))
  clock.advance(3_601_000)
  expect(site.sessions()).toEqual([])
  await expect(
    site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [] }),
  ).rejects.toMatchObject({ code: 'alertSessionExpired' })
  await expect(site.ping({ topic })).rejects.toMatchObject({ code: 'alertSessionExpired' })
  expect(events).toEqual([{ type: 'ended', topic }])
})

test('a session lasts at most a week', async () => {
  const { site, relayUrl } = await start()
  await settle(site, relayUrl, { expiry: seconds() + 52 * week })
  expect(site.sessions()[0]?.expiry).toBeLessThanOrEqual(seconds() + week + 60)
})

test('pending requests end when the session ends or the client closes', async () => {
  const { site, relayUrl } = await start()
  const one = await settle(site, relayUrl)
  const request = (topic: string) =>
    failureOf(
      site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [] }),
    )
  const abandoned = request(one.topic)
  await one.peer.next()
  await ask(one.peer, one.topic, 'wc_sessionDelete', { code: 6000, message: 'bye' })
  expect(await abandoned).toMatchObject({ code: 'providerDisconnected' })
  expect(await one.peer.next()).toMatchObject({ result: true })

  const other = await settle(site, relayUrl)
  const { approval } = await site.propose({ namespaces })
  const closed = [
    request(other.topic),
    failureOf(site.ping({ topic: other.topic })),
    failureOf(approval),
  ]
  await other.peer.next()
  site.close()
  expect(await Promise.all(closed)).toMatchObject([
    { code: 'requestAborted' },
    { code: 'requestAborted' },
    { code: 'requestAborted' },
  ])
  await expect((await site.propose({ namespaces })).approval).rejects.toMatchObject({
    code: 'requestAborted',
  })
})

test('a session that one tab adds or ends is added or removed in the other tab', async () => {
  const tabs = new EventTarget()
  vi.stubGlobal('window', tabs)
  const raw = memoryStorage()
  const notifyTabs = (key: string) =>
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const storage = {
    ...raw,
    setItem(key: string, value: string) {
      if (raw.getItem(key) === value) return
      raw.setItem(key, value)
      queueMicrotask(() => notifyTabs(key)) // a browser notifies only the other tabs of a write
    },
  }
  const first = await start({ storage })
  const second = await start({ storage, url: first.relayUrl })
  const events: unknown[] = []
  second.site.subscribe((event) => events.push(event))
  const { peer, topic } = await settle(first.site, first.relayUrl)
  expect(second.site.sessions()).toMatchObject([{ topic }])

  const request = second.site.request({
    topic,
    networkId: 'eip155:31337',
    method: 'personal_sign',
    params: [],
  })
  const { id } = await peer.nextRequest()
  await peer.send(topic, { id, jsonrpc: '2.0', result: 'for the second tab' })
  expect(await request).toBe('for the second tab')

  notifyTabs('@latchkey/walletconnect.sessions') // an unchanged value causes no event
  await first.site.disconnect({ topic })
  expect(second.site.sessions()).toEqual([])
  expect(events).toEqual([
    { type: 'changed', topic },
    { type: 'ended', topic },
  ])
  expect(await peer.nextRequest()).toMatchObject({ method: 'wc_sessionDelete' })

  raw.setItem('@latchkey/walletconnect.sessions', '[{"topic":7}')
  notifyTabs('@latchkey/walletconnect.sessions')
  expect(second.site.sessions()).toEqual([])
})

test('a page restored from the bfcache updates its sessions from storage', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const showPage = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  const storage = memoryStorage()
  const first = await start({ storage })
  const second = await start({ storage, url: first.relayUrl })
  const { topic } = await settle(first.site, first.relayUrl)
  showPage(false) // not from the bfcache, but just loaded
  expect(second.site.sessions()).toEqual([])
  showPage(true)
  expect(second.site.sessions()).toMatchObject([{ topic }])
  await first.site.disconnect({ topic })
  showPage(true)
  expect(second.site.sessions()).toEqual([])
  second.site.close()
  await settle(first.site, first.relayUrl)
  showPage(true)
  expect(second.site.sessions()).toEqual([])
})

test('a disconnect while the relay is unreachable removes the session at once and rejects with `disconnectFailed`', async () => {
  const { url, close } = await startTestRelay()
  const clock = startPresentClock()
  const { site } = await start({ url, clock })
  const { topic } = await settle(site, url)
  await close()
  await clock.scheduled(1_000) // the client has noticed the loss
  const disconnecting = failureOf(site.disconnect({ topic }))
  expect(site.sessions()).toEqual([])
  for (const seconds of [1, 2, 3, 4]) {
    await clock.scheduled(seconds * 1_000, seconds === 1 ? 2 : 1)
    clock.advance(seconds * 1_000)
  }
  expect(await disconnecting).toMatchObject({ code: 'disconnectFailed' })
})
