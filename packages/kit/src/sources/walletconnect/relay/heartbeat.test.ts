import { afterEach, expect, test, vi } from 'vitest'
import type { TestClock } from '../../../core/testing/startTestClock.ts'
import { push, startSubscribed, topic } from '../testing/startSubscribed.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Makes a function that advances the clock by `count` heartbeats. */
function startPulse(clock: TestClock) {
  let beats = 0
  return async (count: number) => {
    for (let left = count; left > 0; left--) {
      await clock.scheduled(5_000, ++beats)
      clock.advance(5_000)
    }
  }
}

test('a dead socket is detected after 35 s, and its topics are subscribed on a new socket', async () => {
  const { relay, clock } = await startSubscribed()
  const begin = clock.now()
  await startPulse(clock)(4)
  const { params } = await relay.next('irn_subscribe')
  expect(params).toEqual({ topic })
  await clock.scheduled(15_000, 3)
  clock.advance(15_000)
  await clock.scheduled(1_000)
  expect(clock.now() - begin).toBe(35_000)
  clock.advance(1_000)
  expect((await relay.answer('irn_batchSubscribe')).params).toEqual({ topics: [topic] })
  expect(relay.upgrades()).toBe(2)
})

test('after an hour of sleep the client checks the socket within 5 s, and waits 15 s for the answer', async () => {
  const { relay, clock } = await startSubscribed()
  await clock.scheduled(5_000)
  clock.advance(3_600_000)
  await relay.next('irn_subscribe')
  await clock.scheduled(15_000, 3)
  clock.advance(15_000)
  await clock.scheduled(1_000)
  clock.advance(1_000)
  await relay.answer('irn_batchSubscribe')
  expect(relay.upgrades()).toBe(2)
})

test('the socket of a relay that answers, even with an error, stays open', async () => {
  const { relay, clock } = await startSubscribed()
  const beat = startPulse(clock)
  await beat(4)
  await relay.answer('irn_subscribe')
  await beat(4)
  const { id, socket } = await relay.next('irn_subscribe')
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: -32000, message: 'too many' } }))
  await beat(3)
  expect(relay.upgrades()).toBe(1)
})

test('no check is sent while messages arrive', async () => {
  const { relay, clock, socket, receivedCount } = await startSubscribed()
  const beat = startPulse(clock)
  for (let count = 1; count <= 4; count++) {
    await beat(3)
    socket.send(push(count, `message ${count}`))
    await receivedCount(count)
    // the client's next frame is the acknowledgement, not a test request
    expect((await relay.next()).method).toBeUndefined()
  }
})

test.for(['online', 'visible'] as const)(
  'a page that becomes %s checks the socket at once',
  async (event) => {
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    const { relay, clock } = await startSubscribed()
    await clock.scheduled(5_000)
    if (event === 'online') window.dispatchEvent(new Event('online'))
    else document.dispatchEvent(new Event('visibilitychange'))
    expect((await relay.answer('irn_subscribe')).params).toEqual({ topic })
    await clock.scheduled(5_000, 2)
  },
)
