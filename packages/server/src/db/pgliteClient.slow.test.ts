import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deferred } from '../testing/deferred.ts'
import { openPglite } from './openPglite.ts'
import { createPgliteClient } from './pgliteClient.ts'
import { type PgliteThread, startPgliteThread } from './pgliteThread.ts'
import { migrations } from '../testing/sampleTables.ts'

test('no thread opens the files while an earlier thread still runs, and a new thread starts when it has ended', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-index-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await (await openPglite({ migrations, folder })).close()
  const diskGoesOn = deferred()
  let started = 0
  const start = async () => {
    const thread = startPgliteThread({ folder: join(folder, 'data'), tar: undefined })
    started += 1
    return {
      request: (...call: Parameters<PgliteThread['request']>) => thread.request(...call),
      get hasEnded() {
        return thread.hasEnded
      },
      get busySince() {
        return thread.busySince
      },
      get answeredAt() {
        return thread.answeredAt
      },
      end: () => Promise.all([thread.end(), diskGoesOn.promise]).then(() => {}),
    }
  }
  const limits = { statement: 2_000, upkeep: 2_000, turn: 60_000, open: 60_000 }
  const client = createPgliteClient({ start, check: async () => {}, limits })
  await expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({
    name: 'DatabaseError',
    message: 'The database did not answer',
  })
  await expect(client.query('select 1')).rejects.toMatchObject({
    name: 'DatabaseError',
    message: 'The database has not ended yet',
  })
  expect([client.fault(), started]).toEqual(['The database is not open', 1])
  diskGoesOn.resolve()
  await expect.poll(() => client.fault(), { timeout: 60_000 }).toBeUndefined()
  expect(started).toBe(2)
  await client.close()
})
