import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from './openDatabase.ts'
import { shareDatabase } from './shareDatabase.ts'

test('users share one database, which the last user closes', async () => {
  let opened = 0
  const open = shareDatabase(() => {
    opened += 1
    return openDatabase('memory')
  })
  const [first, second] = await Promise.all([open(), open()])
  expect(opened).toBe(1)
  await first.close()
  await first.close()
  await second.queries.execute(sql`select 1`)
  await second.close()
  await expect(Promise.resolve(second.queries.execute(sql`select 1`))).rejects.toThrow()
  const again = await open()
  expect(opened).toBe(2)
  await again.queries.execute(sql`select 1`)
  await again.close()
})

test('after an attempt that failed for all users, the next user opens the database', async () => {
  let attempts = 0
  const open = shareDatabase(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('away')
    return openDatabase('memory')
  })
  expect((await Promise.allSettled([open(), open()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  const database = await open()
  expect(attempts).toBe(2)
  await database.queries.execute(sql`select 1`)
  await database.close()
})
