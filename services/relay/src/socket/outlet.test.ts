import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { createService } from '../service.ts'
import { parseOptions } from '../options.ts'
import { Outlet } from './outlet.ts'

/**
 * An outlet into a stream whose bytes leave when the test says so. It notes the most bytes that
 * waited, and the calls of its owner.
 */
function openOutlet() {
  const leaving: (() => void)[] = []
  const frames: number[] = []
  const told: string[] = []
  let most = 0
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
    whenFull: () => told.push('full'),
    whenRoom: () => told.push('room'),
    whenTooMuch: () => told.push('tooMuch'),
  })
  const note = () => {
    most = Math.max(most, stream.writableLength)
  }
  return {
    outlet,
    stream,
    frames,
    told,
    most: () => most,
    send: (text: string) => (outlet.send(text), note()),
    offer(text: string) {
      const fits = outlet.offer(text)
      note()
      return fits
    },
    /** Lets all bytes leave that the system has taken, or so many pieces of them. */
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

test('what does not fit is not taken, and fits when everything has left', async () => {
  const { outlet, offer, leave, told, most } = openOutlet()
  expect([offer(half), offer(half), offer('small')]).toEqual([true, false, false])
  expect(told).toContain('full')
  let hasRoom = false
  const room = outlet.room().then(() => (hasRoom = true))
  await leave()
  await room
  expect([hasRoom, outlet.isFull, told.at(-1)]).toEqual([true, false, 'room'])
  expect([offer(half), offer('small')]).toEqual([true, true])
  expect(most()).toBeLessThanOrEqual(limits.backlog)
})

test('a frame that alone is larger leaves alone, also when hardly anything waits before it', async () => {
  const { outlet, offer, leave, frames, most } = openOutlet()
  expect([offer('small'), offer(escaped)]).toEqual([true, false])
  const room = outlet.room()
  await leave()
  await room
  expect([offer(escaped), offer('small')]).toEqual([true, false])
  expect(most()).toBe(frames.at(-1))
  await leave()
  expect([offer('small'), frames.length]).toEqual([true, 3])
})

test('bytes are counted as they are written, not as characters', () => {
  const { offer, most } = openOutlet()
  expect([offer('x'), offer('€'.repeat(limits.backlog / 2))]).toEqual([true, false])
  expect(most()).toBeLessThanOrEqual(limits.backlog)
})

test('answers that do not fit leave later, in their order, and nothing else before them', async () => {
  const { send, offer, leave, frames, most, outlet } = openOutlet()
  for (const text of [half, half.slice(1), half.slice(2), 'small']) send(text)
  expect([offer('tiny'), outlet.isFull]).toEqual([false, true])
  await leave()
  expect(frames.map((bytes) => (bytes > 1_000 ? bytes - half.length : bytes))).toEqual([
    10, 9, 8, 7,
  ])
  expect(most()).toBeLessThanOrEqual(limits.backlog)
  expect(outlet.isFull).toBe(false)
})

test('what waits is over when its socket closes', async () => {
  const { send, outlet, told } = openOutlet()
  for (const text of [half, half, half]) send(text)
  const [room, empty] = [outlet.room(), outlet.empty()]
  outlet.close()
  await Promise.all([room, empty])
  expect(told).not.toContain('room')
})

test('what came meanwhile still counts as waiting', async () => {
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
