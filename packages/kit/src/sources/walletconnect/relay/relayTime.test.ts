import fc from 'fast-check'
import { relayTimeText } from '@latchkey/protocol/relayTime'
import { expect, test } from 'vitest'
import { memoryStorage } from '../../../core/storage/storage.ts'
import { manualClock } from '../../../testing/manualClock.ts'
import { failureOf } from '../testing/failureOf.ts'
import { startRelayClient } from '../testing/startRelayClient.ts'
import { startHostileRelay } from '../testing/startHostileRelay.ts'
import { createRelayTime } from './relayTime.ts'

const topic = 'ab'.repeat(32)
const early = 'JWT validation error: JWT Token is not yet valid'

test('the relay’s time corrects the clock; the correction of a fast clock is stored for the next page', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }), (off) => {
      const clock = manualClock()
      const storage = memoryStorage()
      const time = createRelayTime(clock, storage)
      const isNews = Math.abs(off) >= 31_000
      if (isNews) expect(time.correct(early + relayTimeText(clock.now() + off))).toBe(true)
      const correction = isNews ? Math.floor(off / 1_000) * 1_000 : 0
      expect(time.now() - clock.now()).toBe(correction)
      expect(time.toVisitor(time.now())).toBe(clock.now())
      expect(time.correct(early + relayTimeText(clock.now() + correction))).toBe(false)
      expect(createRelayTime(clock, storage).now() - clock.now()).toBe(Math.min(correction, 0))
    }),
  )
})

test.each(['soon', '5', '', 'NaN', 'Infinity', '-Infinity', '-1e300'])(
  'an invalid stored correction (%j) is ignored',
  (text) => {
    const storage = memoryStorage()
    storage.setItem('@latchkey/walletconnect.ahead', text)
    const clock = manualClock()
    expect(createRelayTime(clock, storage).now()).toBe(clock.now())
  },
)

test('if the relay reports an expired token without its time, the client tries once more', async () => {
  const relay = await startHostileRelay()
  const { client } = startRelayClient(relay)
  const subscribed = failureOf(client.subscribe(topic))
  const upgrades: number[] = []
  for (const attempt of [1, 2]) {
    const { socket } = await relay.next('irn_batchSubscribe')
    upgrades.push(relay.upgrades() - attempt)
    socket.close(3000, 'JWT validation error: JWT Token is expired')
  }
  expect(await subscribed).toMatchObject({ code: 'socketClosedAbnormally' })
  expect(upgrades).toEqual([0, 0])
})

test.each([
  'JWT validation error: JWT Token is not yet valid',
  'JWT validation error: JWT Token is malformed (relay time 1767600000)',
])('after a refusal with %j the client does not reconnect', async (reason) => {
  const relay = await startHostileRelay()
  const { client } = startRelayClient(relay)
  const subscribed = failureOf(client.subscribe(topic))
  const { socket } = await relay.next()
  socket.close(3000, reason)
  expect(await subscribed).toMatchObject({ code: 'socketClosedAbnormally', details: reason })
  expect(relay.upgrades()).toBe(1)
})

test.each([
  1, 999_999_999, 1_000_000_000, 1_577_836_799, 4_102_444_801, 9_999_999_999, 99_999_999_999,
])('an impossible relay time (%d s) is ignored', (seconds) => {
  const storage = memoryStorage()
  const clock = manualClock()
  const time = createRelayTime(clock, storage)
  for (const words of ['not yet valid', 'expired'])
    time.correct(`JWT validation error: JWT Token is ${words} (relay time ${seconds})`)
  expect(time.now()).toBe(clock.now())
  expect(createRelayTime(clock, storage).now()).toBe(clock.now())
})
