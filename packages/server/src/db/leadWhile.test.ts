import { expect, test } from 'vitest'
import type { Leadership } from './database.ts'
import { leadWhile } from './leadWhile.ts'

const pauses = { lead: 1, failure: 1, max: 2 }

/** A database whose leadership can be lost. `taken`: another process leads at the first attempts. */
function startLeading({ taken = 0 } = {}) {
  const told: string[] = []
  let lose = () => {}
  let attempts = 0
  return {
    told,
    lose: () => lose(),
    async lead(name: string): Promise<Leadership | undefined> {
      attempts += 1
      if (attempts <= taken) return void told.push(`${name} is led`)
      const lost = new AbortController()
      lose = () => lost.abort()
      told.push('leads')
      return { lost: lost.signal, release: async () => void told.push('releases') }
    },
  }
}

test('the work begins when no other process leads, and its signal aborts when the leadership is lost', async () => {
  const database = startLeading({ taken: 2 })
  const stop = new AbortController()
  let rounds = 0
  await leadWhile(database, {
    name: 'a',
    signal: stop.signal,
    pauses,
    async work(over) {
      rounds += 1
      database.lose()
      expect(over.aborted).toBe(true)
      if (rounds === 2) stop.abort()
    },
    onFailure: () => expect.unreachable(),
  })
  expect(database.told).toEqual(['a is led', 'a is led', 'leads', 'releases', 'leads', 'releases'])
})

test('after a failure the leadership is released, and only the first of several consecutive failures is the first', async () => {
  const database = startLeading()
  const stop = new AbortController()
  const failures: boolean[] = []
  let works = 0
  await leadWhile(database, {
    name: 'a',
    signal: stop.signal,
    pauses,
    async work(_over, onRound) {
      works += 1
      if (works === 3) onRound()
      throw new Error('down')
    },
    onFailure(error, isFirst) {
      expect(error).toMatchObject({ message: 'down' })
      failures.push(isFirst)
      if (failures.length === 4) stop.abort()
    },
  })
  expect(failures).toEqual([true, false, true, false])
  expect(database.told.filter((word) => word === 'releases')).toHaveLength(4)
})

test('a failure after the end is not reported', async () => {
  const stop = new AbortController()
  await leadWhile(startLeading(), {
    name: 'a',
    signal: stop.signal,
    pauses,
    async work() {
      stop.abort()
      throw new Error('aborted')
    },
    onFailure: () => expect.unreachable(),
  })
})
