import { expect, onTestFinished, test } from 'vitest'
import { startPgliteThread } from './pgliteThread.ts'

test('a request that cannot be sent fails, and the thread accepts others', async () => {
  const thread = startPgliteThread({ folder: undefined, tar: undefined })
  onTestFinished(() => thread.end())
  await expect(
    thread.request(
      { kind: 'query', sql: 'select $1', params: [() => {}], rowMode: undefined },
      1_000,
    ),
  ).rejects.toMatchObject({ name: 'DataCloneError' })
  expect([thread.busySince, thread.hasEnded]).toEqual([undefined, false])
})
