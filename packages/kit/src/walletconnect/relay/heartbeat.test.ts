import { afterEach, expect, test, vi } from 'vitest'
import { startSubscribed, topic } from '../testing/startSubscribed.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a socket that died in its sleep is noticed within 50 s, and its topics are followed on another', async () => {
  const { relay, clock } = await startSubscribed()
  await clock.asked(35_000)
  clock.advance(35_000)
  const { params } = await relay.next('irn_subscribe')
  expect(params).toEqual({ topic })
  await clock.asked(15_000, 3)
  clock.advance(15_000)
  await clock.asked(1_000)
  clock.advance(1_000)
  expect((await relay.answer('irn_batchSubscribe')).params).toEqual({ topics: [topic] })
  expect(relay.upgrades()).toBe(2)
})

test('a relay that answers, even with an error, keeps its socket', async () => {
  const { relay, clock } = await startSubscribed()
  await clock.asked(35_000)
  clock.advance(35_000)
  await relay.answer('irn_subscribe')
  await clock.asked(35_000, 2)
  clock.advance(35_000)
  const { id, socket } = await relay.next('irn_subscribe')
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: -32000, message: 'too many' } }))
  await clock.asked(35_000, 3)
  clock.advance(34_999)
  expect(relay.upgrades()).toBe(1)
})

test.for(['online', 'visible'] as const)('a page that is %s again asks at once', async (what) => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const { relay, clock } = await startSubscribed()
  await clock.asked(35_000)
  if (what === 'online') window.dispatchEvent(new Event('online'))
  else document.dispatchEvent(new Event('visibilitychange'))
  expect((await relay.answer('irn_subscribe')).params).toEqual({ topic })
  await clock.asked(35_000, 2)
})
