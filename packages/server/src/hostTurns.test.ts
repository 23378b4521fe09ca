import { expect, test } from 'vitest'
import { createHostTurns } from './hostTurns.ts'

const { signal } = new AbortController()
/** Waits until all code that waited for a settled promise has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Creates turns. The test itself ends each piece of work; `begun` records each begun one. */
function start(limits: { each: number; all: number }) {
  const turns = createHostTurns(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, limited = signal) =>
    turns.run(
      name.slice(0, 1),
      limited,
      () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.set(name, resolve)
        }),
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { turns, begun, run, end }
}

test('concurrent work for one host is limited, and does not delay work for another host', async () => {
  const { begun, run, end } = start({ each: 2, all: 10 })
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  await Promise.all(['a1', 'a3', 'b1'].map(end))
  await Promise.all(all)
})

test('all concurrent work is limited, and hosts take turns whatever the number of their requests', async () => {
  const { begun, run, end } = start({ each: 2, all: 2 })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => run(name))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name)
  expect(begun.slice(0, 2)).toEqual(['a1', 'a2'])
  expect(begun.indexOf('b1')).toBeLessThan(begun.indexOf('a4'))
  expect(begun.indexOf('c1')).toBeLessThan(begun.indexOf('a4'))
  for (const name of begun) await end(name)
  await Promise.all(all)
})

test('aborted work never runs, and failed work frees its place', async () => {
  const { turns, begun, run, end } = start({ each: 1, all: 1 })
  const caller = new AbortController()
  const first = run('a1')
  const left = run('a2', caller.signal).catch((error: unknown) => error)
  const failing = turns
    .run('a', signal, () => Promise.reject(new Error('failed')))
    .catch((error: unknown) => error)
  const last = run('a3')
  caller.abort(new Error('gone'))
  expect(await left).toMatchObject({ message: 'gone' })
  await end('a1')
  await first
  expect(await failing).toMatchObject({ message: 'failed' })
  expect(begun).toEqual(['a1', 'a3'])
  await end('a3')
  await last
  await expect(run('a4', caller.signal)).rejects.toThrow('gone')
})
