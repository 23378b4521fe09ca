import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { createService } from '../service.ts'
import { parseOptions } from '../options.ts'
import { Outlet } from './outlet.ts'

/**
 * Makes an outlet over a stream whose bytes leave when the test allows it. It records the highest
 * number of waiting bytes, and the calls to the outlet's owner.
 */
function openOutlet() {
  const leaving: (() => void)[] = []
  const frames: number[] = []
  const states: string[] = []
  let max = 0
  const stream = new Duplex({
    read() {},
    write(part: Buffer, _encoding, done) {
      if (part.length > 0) frames.push(part.length)
      leaving.push(done)
    },
  })
  const service = createService(
    parseOptions({ store: { publish() {} }, shares: false, watch: false }),
  )
  const outlet = new Outlet(service, stream, {
    address: '',
    whenFull: () => states.push('full'),
    whenRoom: () => states.push('room'),
    whenTooMuch: () => states.push('tooMuch'),
  })
  const note = () => {
    max = Math.max(max, stream.writableLength)
  }
  return {
    outlet,
    stream,
    frames,
    states,
    max: () => max,
    send: (text: string) => (outlet.send(text), note()),
    offer(text: string) {
      const fits = outlet.offer(text)
      note()
      return fits
    },
    /** Lets bytes leave that the stream has accepted: all pieces, or this number of pieces. */
    async leave(pieces = Infinity) {
      for (let left = 0; left < pieces && leaving.length > 0; left += 1) {
        leaving.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
        note()
      }
    },
  }
}

const [half, escaped] = ['x'.repeat(limits.backlog / 2), '\\u0001'.repeat(690_000)]

test('a text that does not fit is refused, and fits when all waiting texts are sent', async () => {
  const { outlet, offer, leave, states, max } = openOutlet()
  expect([offer(half), offer(half), offer('small')]).toEqual([true, false, false])
  expect(states).toContain('full')
  let hasRoom = false
  const room = outlet.room().then(() => (hasRoom = true))
  await leave()
  await room
  expect([hasRoom, outlet.isFull, states.at(-1)]).toEqual([true, false, 'room'])
  expect([offer(half), offer('small')]).toEqual([true, true])
  expect(max()).toBeLessThanOrEqual(limits.backlog)
})

test('a frame above the limit is accepted only when no other text waits', async () => {
  const { outlet, offer, leave, frames, max } = openOutlet()
  expect([offer('small'), offer(escaped)]).toEqual([true, false])
  const room = outlet.room()
  await leave()
  await room
  expect([offer(escaped), offer('small')]).toEqual([true, false])
  expect(max()).toBe(frames.at(-1))
  await leave()
  expect([offer('small'), frames.length]).toEqual([true, 3])
})

test('the limit counts bytes, not characters', () => {
  const { offer, max } = openOutlet()
  expect([offer('x'), offer('€'.repeat(limits.backlog / 2))]).toEqual([true, false])
  expect(max()).toBeLessThanOrEqual(limits.backlog)
})

test('answers that do not fit are sent later in order, before any other text', async () => {
  const { send, offer, leave, frames, max, outlet } = openOutlet()
  for (const text of [half, half.slice(1), half.slice(2), 'small']) send(text)
  expect([offer('tiny'), outlet.isFull]).toEqual([false, true])
  await leave()
  expect(frames.map((bytes) => (bytes > 1_000 ? bytes - half.length : bytes))).toEqual([
    10, 9, 8, 7,
  ])
  expect(max()).toBeLessThanOrEqual(limits.backlog)
  expect(outlet.isFull).toBe(false)
})

test('when the socket closes, waiting for room ends', async () => {
  const { send, outlet, states } = openOutlet()
  for (const text of [half, half, half]) send(text)
  const [room, empty] = [outlet.room(), outlet.empty()]
  outlet.close()
  await Promise.all([room, empty])
  expect(states).not.toContain('room')
})

test('frames that arrive while the socket is emptied still count as waiting', async () => {
  const { send, leave, outlet, stream } = openOutlet()
  send('small')
  const empty = outlet.empty()
  send(half)
  await leave(2)
  await empty
  expect(stream.writableLength).toBeGreaterThan(half.length)
  expect(outlet.waitedSince(Date.now() + 5_000)).toBeGreaterThan(1_000)
  await leave()
  expect([outlet.waitedSince(Date.now() + 5_000), stream.writableLength]).toEqual([0, 0])
})
