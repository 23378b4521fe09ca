import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../db/database.ts'
import { openPglite } from '../db/openPglite.ts'
import { testChainIndex } from './conformance/testChainIndex.ts'

let database: Database
beforeAll(async () => void (database = await openPglite()), 60_000)
afterAll(() => database.close())

testChainIndex(() => database.queries)
