import { expect, test } from 'vitest'
import { deferred } from '@latchkey/server/testing/deferred'
import { joinReads } from './joinReads.ts'

/** A read whose results a test gives one by one. */
function slowRead() {
  const reads: ReturnType<typeof deferred<number | Error>>[] = []
  const read = joinReads(
    async () => {
      const result = deferred<number | Error>()
      reads.push(result)
      const found = await result.promise
      if (found instanceof Error) throw found
      return found
    },
    (error) => error instanceof Error && error.message === 'no answer',
  )
  return { read, reads }
}

test('calls that arrive during a read share the next read, which begins after them', async () => {
  const { read, reads } = slowRead()
  const first = read()
  const later = [read(), read()]
  expect(reads).toHaveLength(1)
  reads[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
  const last = read()
  expect(reads).toHaveLength(3)
  reads[2]?.resolve(3)
  expect(await last).toBe(3)
})

test('a read that fails fails the calls that wait for it, and no later call', async () => {
  const { read, reads } = slowRead()
  const failing = [read(), read()]
  reads[0]?.resolve(new Error('no answer'))
  for (const call of failing) await expect(call).rejects.toThrow('no answer')
  const later = read()
  reads[1]?.resolve(1)
  expect(await later).toBe(1)
})

test('after another failure the calls that wait get the next read', async () => {
  const { read, reads } = slowRead()
  const first = read()
  const later = [read(), read()]
  reads[0]?.resolve(new Error('connection reset'))
  await expect(first).rejects.toThrow('connection reset')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
})
