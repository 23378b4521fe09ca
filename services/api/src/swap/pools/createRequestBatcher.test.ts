import { expect, test } from 'vitest'
import { createRequestBatcher } from './createRequestBatcher.ts'

const never = new AbortController().signal

test('requests in one turn of the event loop run together, and each gets its own result', async () => {
  const runs: number[][] = []
  const run = createRequestBatcher(async (all: readonly number[]) => {
    runs.push([...all])
    return all.map((entry) => entry * 2)
  })
  expect(await Promise.all([3, 1, 2].map((number) => run(number, never)))).toEqual([6, 2, 4])
  expect(runs).toEqual([[3, 1, 2]])
})

test('when the run fails, all its requests fail', async () => {
  const run = createRequestBatcher<number, number>(() => Promise.reject(new Error('out of order')))
  const outcomes = await Promise.allSettled([1, 2].map((number) => run(number, never)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('the run is aborted when its last caller leaves', async () => {
  let ended = 0
  const [one, other] = [new AbortController(), new AbortController()]
  const run = createRequestBatcher<number, number>(
    (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          ended += 1
          reject(signal.reason as Error)
        }),
      ),
  )
  const results = [run(1, one.signal), run(2, other.signal)].map((promise) =>
    promise.catch((error: Error) => error.name),
  )
  await Promise.resolve()
  one.abort()
  expect(ended).toBe(0)
  other.abort()
  expect(await Promise.all(results)).toEqual(['AbortError', 'AbortError'])
  expect(ended).toBe(1)
})
