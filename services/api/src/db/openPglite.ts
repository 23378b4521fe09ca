import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from './database.ts'
import { lockFolder } from './lockFolder.ts'
import { migrate } from './migrate.ts'

/** An empty database as PGlite makes it, because making one takes five seconds and 800 MB. Made by `scripts/bake-database.mjs`. */
const empty = new URL('../../data/emptyDatabase.tar.br', import.meta.url)

/**
 * Opens a PostgreSQL inside this process: in a folder that belongs to it alone, or in memory.
 * @throws FolderInUseError when another process has the folder
 */
export async function openPglite(options: { folder?: string } = {}): Promise<Database> {
  const { folder } = options
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = folder === undefined ? async () => {} : await lockFolder(folder)
  try {
    const client = await open(folder)
    const queries = drizzle(client)
    const close = async () => {
      await client.close()
      await unlock()
    }
    await migrate(queries).catch(async (error: unknown) => {
      await client.close()
      throw error
    })
    // nobody else can be in here
    const lead = async () => ({ lost: new AbortController().signal, release: async () => {} })
    return { queries, close, lead, maintain: async () => void (await client.exec('vacuum analyze')) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** A folder that was not unpacked to its end has no mark, and is unpacked again. */
async function open(folder: string | undefined): Promise<PGlite> {
  if (folder === undefined) return PGlite.create({ loadDataDir: await emptyTar() })
  const data = join(folder, 'data')
  const mark = join(folder, 'complete')
  if (existsSync(mark)) return PGlite.create(data)
  await rm(data, { recursive: true, force: true })
  const client = await PGlite.create({ dataDir: data, loadDataDir: await emptyTar() })
  await writeFile(mark, '')
  return client
}

async function emptyTar(): Promise<Blob> {
  return new Blob([new Uint8Array(await promisify(brotliDecompress)(await readFile(empty)))])
}
