import { afterAll, beforeAll } from 'vitest'
import type { Database } from '@latchkey/server/db/database'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { openDatabase } from '../db/openDatabase.ts'
import { testSessionStore } from './testSessionStore.ts'

let server: TestPostgres
let database: Database
beforeAll(async () => {
  server = await startTestPostgres()
  database = await openDatabase(await server.create())
}, 60_000)
afterAll(async () => {
  await database.close()
  await server.stop()
})

testSessionStore(() => database.queries)
