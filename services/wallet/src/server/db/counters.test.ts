import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takePlace, takePlaces } from './counters.ts'
import { migrations } from './migrations.ts'

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

const hour = 3_600_000
const start = 1_000 * 24 * hour

describe.each([
  ['PGlite', async () => 'memory'],
  ['PostgreSQL', () => server.create()],
])('with %s', (_, where) => {
  let database: Database
  beforeAll(
    async () =>
      void (database = await openDatabase(await where(), { migrations, program: 'test' })),
    60_000,
  )
  afterAll(() => database.close())
  const take = (name: string, at: number, max = 5) =>
    takePlace(database.queries, { name, max, milliseconds: hour }, at)

  test('any period of one hour has at most the maximum number of places', async () => {
    const edge = start + hour
    const places = []
    for (const at of [-2, -2, -1, -1, 0, 0, 1, 2])
      places.push(await take('edge', edge + at * 1_000))
    expect(places.map(({ isTaken }) => isTaken)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(places.at(-1)).toEqual({ isTaken: false, wait: hour - 4_000 })
    const later = []
    for (let turn = 0; turn < 3; turn++)
      later.push((await take('edge', edge + hour - 2_000)).isTaken)
    expect(later).toEqual([true, true, false])
  })

  test('simultaneous requests get no more places than the maximum', async () => {
    const places = await Promise.all(Array.from({ length: 40 }, () => take('many', start)))
    expect(places.filter(({ isTaken }) => isTaken)).toHaveLength(5)
  })

  test('each released place can be taken only once', async () => {
    const places = await Promise.all([0, 1, 2].map(() => take('back', start, 3)))
    for (const place of places.slice(0, 2)) if (place.isTaken) await place.release()
    expect(
      (await Promise.all([0, 1, 2].map(() => take('back', start, 3)))).filter(
        ({ isTaken }) => isTaken,
      ),
    ).toHaveLength(2)
  })

  test('takePlaces takes a place of every allowance, or no place at all', async () => {
    const both = () =>
      takePlaces(
        database.queries,
        [
          { name: 'wide', max: 2, milliseconds: hour },
          { name: 'narrow', max: 1, milliseconds: hour },
        ],
        start,
      )
    expect([
      (await both()).isTaken,
      (await both()).isTaken,
      (await take('wide', start, 2)).isTaken,
      (await take('wide', start, 2)).isTaken,
    ]).toEqual([true, false, true, false])
  })
})
