import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Pool } from 'pg'
import { openDatabase } from '../../../services/api/src/db/openDatabase.ts'
import type { FloorTexts } from './floorRows.ts'

/** The API's tables, without the API. */
export type FloorDatabase = {
  /** Runs a statement, and returns its rows. */
  query: (sql: string, values: readonly unknown[]) => Promise<readonly object[]>
  /** Writes the rows of blocks in one transaction. @returns the milliseconds that it took */
  write: (texts: FloorTexts) => Promise<number>
  /** Vacuums and analyzes all tables, as the API does when an index is complete. */
  maintain: () => Promise<void>
}

/** Adds the changes, which were copied to a table of their own, to the holdings. */
const addChanges = `insert into holdings select * from changes
  on conflict (owner, chain, token, kind, token_id) do update set amount = holdings.amount + excluded.amount`
const createChanges = 'create temporary table changes (like holdings) on commit drop'
const tables = ['blocks', 'transactions', 'transfers', 'activity', 'changes'] as const

/** Opens an empty database. @param where `postgres://…`, or a folder for PGlite */
export async function openFloorDatabase(where: string): Promise<FloorDatabase> {
  await (await openDatabase(where)).close() // creates the tables
  return where.startsWith('postgres:') ? inPostgres(where) : inPglite(where)
}

/** The server reads the rows from files, because that is the fastest way to get them into it. */
function inPostgres(url: string): FloorDatabase {
  const pool = new Pool({ connectionString: url, max: 10 })
  return {
    query: async (sql, values) => (await pool.query(sql, [...values])).rows,
    async write(texts) {
      const files = tables.map((table) => ({
        table,
        path: join(tmpdir(), `latchkey-bench-${randomUUID()}`),
      }))
      const client = await pool.connect()
      try {
        await Promise.all(
          files.map(({ table, path }) => writeFile(path, texts[table], { mode: 0o644 })),
        )
        const began = performance.now()
        await client.query(`begin; ${createChanges}`)
        for (const { table, path } of files) await client.query(`copy ${table} from '${path}'`)
        await client.query(`${addChanges}; commit`)
        return performance.now() - began
      } finally {
        client.release()
        await Promise.all(files.map(({ path }) => rm(path, { force: true })))
      }
    },
    maintain: async () => void (await pool.query('vacuum analyze')),
  }
}

async function inPglite(folder: string): Promise<FloorDatabase> {
  const client = await PGlite.create(join(folder, 'data'))
  return {
    query: async (sql, values) => (await client.query<object>(sql, [...values])).rows,
    async write(texts) {
      const began = performance.now()
      await client.transaction(async (work) => {
        await work.exec(createChanges)
        for (const table of tables)
          await work.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob([texts[table]]) })
        await work.exec(addChanges)
      })
      return performance.now() - began
    },
    maintain: async () => void (await client.exec('vacuum analyze')),
  }
}
