import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../db/database.ts'
import { openPostgres } from '../db/openPostgres.ts'
import { startTestPostgres, type TestPostgres } from '../testing/startTestPostgres.ts'
import { testChainIndex } from './conformance/testChainIndex.ts'

let server: TestPostgres
let database: Database
beforeAll(async () => {
  server = await startTestPostgres()
  database = await openPostgres(await server.create())
}, 60_000)
afterAll(async () => {
  await database.close()
  await server.stop()
})

testChainIndex(() => database.queries)
