import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../db/openDatabase.ts'
import { pngOf } from '../../testing/pictures.ts'
import { createPictureStore, maxStored } from './createPictureStore.ts'
import { readPicture } from './readPicture.ts'

const picture = readPicture(pngOf(64, 64))

test('in a full database a new version replaces its picture, and a new picture replaces the oldest', {
  timeout: 60_000,
}, async () => {
  const database = await openDatabase('memory')
  const store = createPictureStore(
    async () => database,
    () => {},
  )
  onTestFinished(store.close)
  await store.put('https://icons.example/own.png', { picture, fetchedAt: 1 })
  await database.queries.execute(
    sql`insert into pictures (url, bytes, fetched_at) select 'https://icons.example/' || n, '\\x00', 1 from generate_series(2, ${sql.raw(String(maxStored))}) n`,
  )
  await store.put('https://icons.example/own.png', { picture, fetchedAt: 2 })
  await store.put('https://icons.example/other.png', { picture, fetchedAt: 2 })
  expect(await store.find(['https://icons.example/own.png'])).toEqual({ picture, fetchedAt: 2 })
  expect(await store.find(['https://icons.example/other.png'])).toEqual({ picture, fetchedAt: 2 })
  expect(await database.queries.execute(sql`select url from pictures`)).toMatchObject({
    rows: { length: maxStored },
  })
})
