import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSlices } from './createSlices.ts'

/**
 * Does pieces of work, each of a number of units, for several clients.
 * @returns the slice in which each piece was done
 */
async function doAll(max: number, requests: readonly (readonly [client: string, units: number])[]) {
  const slices = createSlices(max)
  const [done, turns]: [string[], string[]] = [[], []]
  const all = Promise.all(
    requests.map(([client, units], index) =>
      slices.run(client, () => {
        slices.spend(units)
        done.push(`${client}${index}`)
        return index
      }),
    ),
  )
  for (let before = -1; before < requests.length; ) {
    before = done.length
    if (done.length > 0) turns.push(done.splice(0).join(' '))
    else if (turns.join(' ').split(' ').length === requests.length) break
    await setImmediate()
  }
  expect(await all).toEqual(requests.map((_, index) => index))
  return turns
}

test('work that fits into a slice runs at once, and further work in later slices', async () => {
  expect(
    await doAll(
      10,
      Array.from({ length: 7 }, () => ['a', 5] as const),
    ),
  ).toEqual(['a0 a1', 'a2 a3', 'a4 a5', 'a6'])
})

test('clients take turns, and the work of each client stays in order', async () => {
  expect(
    await doAll(2, [
      ['a', 1],
      ['a', 1],
      ['a', 1],
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['b', 1],
    ]),
  ).toEqual(['a0 a1', 'a2 b4', 'c5 a3', 'b6'])
})

test('the clients of one queue share its turns, and the work of each client stays in order', async () => {
  const slices = createSlices(1)
  const done: string[] = []
  const run = (client: string, name: string, line?: string) =>
    slices.run(
      client,
      () => {
        slices.spend(1)
        done.push(name)
      },
      line,
    )
  await Promise.all([
    run('first', 'full'),
    run('a', 'a1', '@x'),
    run('b', 'b1', '@x'),
    run('a', 'a2'),
    run('c', 'c1', '@y'),
    run('c', 'c2'),
    run('b', 'b2'),
  ])
  expect(done).toEqual(['full', 'a1', 'c1', 'b1', 'c2', 'a2', 'b2'])
})

test('work that fails rejects, and the next work runs', async () => {
  const slices = createSlices(1)
  const fail = () => {
    slices.spend(1)
    throw new Error('broken')
  }
  const [first, second, third] = [
    slices.run('a', fail),
    slices.run('a', fail),
    slices.run('a', () => 'done'),
  ]
  await expect(first).rejects.toThrow('broken')
  await expect(second).rejects.toThrow('broken')
  expect(await third).toBe('done')
})
