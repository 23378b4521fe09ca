/**
 * Tests of open proposals, requests and sessions after a reload of the page. A reload is a new
 * client with the same storage and tab.
 */
import { expect, test } from 'vitest'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { SessionEvent } from './sessionBook.ts'
import {
  accept,
  ask,
  namespaces,
  propose,
  settle,
  settlementOf,
  startPresentClock,
  startSite,
} from './testing/byHand.ts'
import { failureOf } from './testing/failureOf.ts'

const tab = 'one'
const sign = { networkId: 'eip155:31337', method: 'personal_sign', params: ['0x68'] }

async function start() {
  const storage = memoryStorage()
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  const settled = await settle(site, relayUrl)
  const load = async (name = tab) => startSite(relayUrl, { storage, tab: name })
  return { storage, site, relayUrl, load, ...settled }
}

type Site = ReturnType<typeof startSite>

/** Collects events from now on. `next` waits for the next event of a type. */
function listen(site: Site) {
  const events: SessionEvent[] = []
  const next = (type: SessionEvent['type']) =>
    new Promise<SessionEvent>((resolve) => {
      const stop = site.subscribe((event) => {
        if (event.type !== type) return
        stop()
        resolve(event)
      })
    })
  site.subscribe((event) => events.push(event))
  return { events, next }
}

test('after a reload, the same request is not sent again and gets the answer to the first one', async () => {
  const { site, peer, topic, load } = await start()
  const before = failureOf(site.request({ topic, ...sign }))
  const { id } = await peer.nextRequest()
  site.close()
  expect(await before).toMatchObject({ code: 'requestAborted' })

  const again = (await load()).request({ topic, ...sign })
  const ping = peer.nextId()
  await ask(peer, topic, 'wc_sessionPing', {}, ping)
  await peer.nextAnswer(ping) // fails if the request arrives a second time before this answer
  await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
  expect(await again).toBe('0xsigned')
})

test('an answer that arrived during the reload is reported, and returned once to the same request', async () => {
  const { site, peer, topic, load } = await start()
  void failureOf(site.request({ topic, ...sign }))
  const { id } = await peer.nextRequest()
  site.close()
  await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })

  const second = await load()
  expect(await listen(second).next('answered')).toEqual({
    type: 'answered',
    topic,
    networkId: sign.networkId,
    method: sign.method,
    answer: { result: '0xsigned' },
  })
  second.close()
  const third = await load()
  const { events } = listen(third)
  expect(await third.request({ topic, ...sign })).toBe('0xsigned')
  const fresh = third.request({ topic, ...sign })
  const next = await peer.nextRequest()
  expect(next).toMatchObject({ method: 'wc_sessionRequest' })
  expect(next.id).not.toBe(id)
  await peer.send(topic, { id: next.id, jsonrpc: '2.0', result: '0xanother' })
  expect(await fresh).toBe('0xanother')
  expect(events).toEqual([])
})

test('a refusal that arrived during the reload is returned to the same request', async () => {
  const { site, peer, topic, load } = await start()
  void failureOf(site.request({ topic, ...sign }))
  const { id } = await peer.nextRequest()
  site.close()
  await peer.send(topic, { id, jsonrpc: '2.0', error: { code: 4001, message: 'no' } })
  const second = await load()
  expect(await listen(second).next('answered')).toMatchObject({
    answer: { error: { name: 'KitError', code: 'userRejected' } },
  })
  await expect(second.request({ topic, ...sign })).rejects.toMatchObject({ code: 'userRejected' })
})

test('a request is sent again if it differs, is of another tab, was aborted, or is pending on the same page', async () => {
  const { site, peer, topic, load } = await start()
  const controller = new AbortController()
  const aborted = failureOf(site.request({ topic, ...sign, signal: controller.signal }))
  const ids = [(await peer.nextRequest()).id]
  controller.abort()
  await aborted
  const open = failureOf(site.request({ topic, ...sign }))
  ids.push((await peer.nextRequest()).id)
  for (const one of [site, await load('two')]) {
    void failureOf(one.request({ topic, ...sign, params: ['0x69'] }))
    ids.push((await peer.nextRequest()).id)
    void failureOf(one.request({ topic, ...sign }))
    ids.push((await peer.nextRequest()).id)
  }
  expect(new Set(ids).size).toBe(6)
  site.close()
  await open
})

test('an abort of the repeated request also drops the first request; the next request is sent', async () => {
  const { site, peer, topic, load } = await start()
  void failureOf(site.request({ topic, ...sign }))
  const { id } = await peer.nextRequest()
  site.close()
  const second = await load()
  const controller = new AbortController()
  const again = failureOf(second.request({ topic, ...sign, signal: controller.signal }))
  controller.abort()
  expect(await again).toMatchObject({ code: 'requestAborted' })
  void failureOf(second.request({ topic, ...sign }))
  expect((await peer.nextRequest()).id).not.toBe(id)
})

test('a request that expired during the reload is sent again', async () => {
  const { storage, site, peer, topic, relayUrl } = await start()
  void failureOf(site.request({ topic, ...sign, ms: 60_000 }))
  const { id } = await peer.nextRequest()
  site.close()
  const clock = startPresentClock()
  clock.advance(61_000)
  const later = startSite(relayUrl, { storage, tab, clock })
  void failureOf(later.request({ topic, ...sign }))
  expect((await peer.nextRequest()).id).not.toBe(id)
})

test('a long answer is reported, but not stored', async () => {
  const { storage, site, peer, topic, load } = await start()
  void failureOf(site.request({ topic, ...sign }))
  const { id } = await peer.nextRequest()
  site.close()
  const result = 'x'.repeat(30_000)
  await peer.send(topic, { id, jsonrpc: '2.0', result })
  expect(await listen(await load()).next('answered')).toMatchObject({ answer: { result } })
  expect(storage.getItem('@latchkey/walletconnect.requests')).toBeNull()
})

test('request parameters are not stored, and the requests of a session are removed when it ends', async () => {
  const { storage, site, peer, topic } = await start()
  void failureOf(site.request({ topic, ...sign, params: ['a secret text'] }))
  await peer.nextRequest()
  const requests = () => storage.getItem('@latchkey/walletconnect.requests')
  expect(requests()).toContain(topic)
  expect(requests()).not.toContain('secret')
  await site.disconnect({ topic })
  expect(requests()).toBeNull()
  expect(storage.getItem('@latchkey/walletconnect.history')).toBeNull()
})

test('a repeated request of a wallet is answered again, but has no effect, also after a reload', async () => {
  const { site, peer, topic, load } = await start()
  const first = listen(site)
  const id = peer.nextId()
  const params = { chainId: 'eip155:31337', event: { name: 'accountsChanged', data: [] } }
  const reportState = async () => {
    await ask(peer, topic, 'wc_sessionEvent', params, id)
    expect(await peer.nextAnswer(id)).toEqual({ topic, id, jsonrpc: '2.0', result: true })
  }
  await reportState()
  await reportState()
  expect(first.events).toHaveLength(1)
  site.close()
  const { events } = listen(await load())
  await reportState()
  expect(events).toEqual([])
})

test('every tab receives an event of a wallet', async () => {
  const { site, peer, topic, load } = await start()
  const tabs = [site, await load('two')].map((one) => listen(one).events)
  // the event is repeated, because the second tab hears it only after it has subscribed
  await expect
    .poll(async () => {
      await ask(peer, topic, 'wc_sessionEvent', {
        chainId: 'eip155:31337',
        event: { name: 'accountsChanged', data: [] },
      })
      return tabs.filter((events) => events.some(({ type }) => type === 'event')).length
    })
    .toBe(2)
})

/**
 * A storage that ends the client as soon as it stores a value of this name, as if the page were
 * closed at that moment.
 */
function fatalStorage(name: string, end: () => void): RawStorage {
  const raw = memoryStorage()
  return {
    ...raw,
    setItem(key, value) {
      raw.setItem(key, value)
      if (key === `@latchkey/walletconnect.${name}`) end()
    },
  }
}

test.for(['sessions', 'history'])(
  'if a page closes between storing the session and answering (%s), the answer is sent after the reload',
  async (moment) => {
    let site: Site | undefined
    const storage = fatalStorage(moment, () => site?.close())
    const { url: relayUrl } = await startTestRelay()
    site = startSite(relayUrl, { storage, tab })
    const proposal = await propose(site, relayUrl)
    void failureOf(proposal.approval.then(() => Promise.reject(new Error('It may have been told'))))
    await accept(proposal.peer, proposal)
    await ask(proposal.peer, proposal.topic, 'wc_sessionSettle', settlementOf(proposal.publicKey))
    await expect.poll(() => storage.getItem('@latchkey/walletconnect.history')).not.toBeNull()
    site = undefined
    const second = startSite(relayUrl, { storage, tab })
    expect(second.sessions()).toMatchObject([{ topic: proposal.topic }])
    expect(await proposal.peer.next()).toMatchObject({ topic: proposal.topic, result: true })
  },
)

test('an open code is shown again after a reload, and connects the session', async () => {
  const storage = memoryStorage()
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  const { uri, peer, ...proposal } = await propose(site, relayUrl)
  site.close()

  const second = startSite(relayUrl, { storage, tab })
  const shown = await second.propose({ namespaces })
  expect(shown).toMatchObject({ uri, isResumed: true })
  await accept(peer, proposal)
  await ask(peer, proposal.topic, 'wc_sessionSettle', settlementOf(proposal.publicKey))
  expect(await shown.approval).toMatchObject({ topic: proposal.topic })
  expect(await second.propose({ namespaces })).toMatchObject({ isResumed: false })
})

test('a session approved during the reload is reported, and its code is not shown again', async () => {
  const storage = memoryStorage()
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  const { peer, ...proposal } = await propose(site, relayUrl)
  site.close()
  await accept(peer, proposal)
  await ask(peer, proposal.topic, 'wc_sessionSettle', settlementOf(proposal.publicKey))

  const second = startSite(relayUrl, { storage, tab })
  const event = listen(second).next('added')
  await second.catchUp()
  expect(second.sessions()).toMatchObject([{ topic: proposal.topic }])
  expect(await event).toEqual({ type: 'added', topic: proposal.topic })
  expect(await second.propose({ namespaces })).toMatchObject({ isResumed: false })
})

test('an earlier code is not shown again for other parameters, in another tab, after an abort, or after its session', async () => {
  const storage = memoryStorage()
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  const controller = new AbortController()
  const { approval } = await site.propose({ namespaces, signal: controller.signal })
  controller.abort()
  await failureOf(approval)
  const { uri, peer, ...proposal } = await propose(site, relayUrl)
  site.close()
  const load = async (name: string) => startSite(relayUrl, { storage, tab: name })
  const other = await load('two')
  await other.catchUp()
  expect(await other.propose({ namespaces })).toMatchObject({ isResumed: false })
  const second = await load(tab)
  expect(
    await second.propose({
      namespaces: { eip155: { ...namespaces.eip155, methods: ['eth_sendTransaction'] } },
    }),
  ).toMatchObject({ isResumed: false })
  await accept(peer, proposal)
  await ask(peer, proposal.topic, 'wc_sessionSettle', settlementOf(proposal.publicKey))
  await second.catchUp()
  await second.disconnect({ topic: proposal.topic })
  const fresh = await second.propose({ namespaces })
  expect(fresh.isResumed).toBe(false)
  expect(fresh.uri).not.toBe(uri)
})

test('an earlier code that was refused or has expired is not shown again', async () => {
  const storage = memoryStorage()
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  const { peer, id, pairingTopic } = await propose(site, relayUrl)
  site.close()
  await peer.send(pairingTopic, { id, jsonrpc: '2.0', error: { code: 5000, message: 'no' } })
  const second = startSite(relayUrl, { storage, tab })
  await second.catchUp()
  const fresh = await second.propose({ namespaces })
  expect(fresh.isResumed).toBe(false)
  second.close()

  const clock = startPresentClock()
  clock.advance(301_000)
  const later = startSite(relayUrl, { storage, tab, clock })
  await later.catchUp()
  expect(await later.propose({ namespaces })).toMatchObject({ isResumed: false })
})

test('the wait for a wallet after a reload ends after three seconds', async () => {
  const storage = memoryStorage()
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  await propose(site, relayUrl)
  site.close()
  const clock = startPresentClock()
  const second = startSite(relayUrl, { storage, tab, clock })
  const waited = second.catchUp()
  await clock.scheduled(3_000)
  clock.advance(3_000)
  await waited
  expect(second.sessions()).toEqual([])
})

test('invalid stored values are ignored', async () => {
  const storage = memoryStorage()
  const lists = ['history', 'requests', 'proposals', 'deleted']
  const expiry = 9_999_999_999
  for (const broken of ['{', '7', '[7]', '[{"expiry":1e99}]']) {
    for (const name of lists) storage.setItem(`@latchkey/walletconnect.${name}`, broken)
    const { url: relayUrl } = await startTestRelay()
    const site = startSite(relayUrl, { storage, tab })
    const { topic } = await settle(site, relayUrl)
    expect(site.sessions().at(-1)?.topic).toBe(topic)
    site.close()
  }
  const record = {
    tab,
    uri: 'wc:nothing',
    asked: '{}',
    secretKey: '00'.repeat(32),
    publicKey: '00'.repeat(32),
    id: 1,
    isSent: true,
    expiry,
  }
  storage.setItem('@latchkey/walletconnect.proposals', JSON.stringify([record]))
  const { url: relayUrl } = await startTestRelay()
  const site = startSite(relayUrl, { storage, tab })
  expect(await site.propose({ namespaces })).toMatchObject({ isResumed: false })
  await settle(site, relayUrl)
})
