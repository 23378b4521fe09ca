import { afterAll, beforeAll } from 'vitest'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '../db/openDatabase.ts'
import { testNameStore } from './testNameStore.ts'

let database: Database
beforeAll(async () => void (database = await openDatabase('memory')), 60_000)
afterAll(() => database.close())

testNameStore(() => database.queries)
