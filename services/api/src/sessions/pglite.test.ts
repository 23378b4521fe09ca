import { afterAll, beforeAll } from 'vitest'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '../db/openDatabase.ts'
import { testSessionStore } from './testSessionStore.ts'

let database: Database
beforeAll(async () => void (database = await openDatabase('memory')), 60_000)
afterAll(() => database.close())

testSessionStore(() => database.queries)
