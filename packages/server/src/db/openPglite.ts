import { constants, existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { lockFolder } from '../lockFolder.ts'
import { makeFolder } from '../makeFolder.ts'
import { drizzle } from 'drizzle-orm/pglite'
import { createDisk, type Disk } from './createDisk.ts'
import { DatabaseError, FolderLostError, type Database } from './database.ts'
import { checkFiles, damagedFolder, noteClosed } from './folderState.ts'
import { migrate, type Migrations } from './migrate.ts'
import { createPgliteClient } from './pgliteClient.ts'
import { pgliteCode } from './pgliteCode.ts'
import { PgliteError, startPgliteThread, type PgliteThread } from './pgliteThread.ts'

/**
 * An empty database of PGlite, because creating one would take five seconds and 800 MB.
 * `scripts/bake-database.mjs` makes this file.
 */
const empty = new URL('../../data/emptyDatabase.tar.br', import.meta.url)

/** The time limit to unpack and open a database, in milliseconds. */
const openLimit = 60_000

/**
 * Opens a PostgreSQL inside this process, in its own thread. Its files are in a folder that only
 * this process uses, or in memory. After a failure, a database in a folder is opened again. One in
 * memory is not, because it would be empty.
 * @param options.onHeld called as soon as this process has locked the folder
 * @throws FolderInUseError if another process has the folder; FolderError if it cannot be created;
 *   UnusableFolderError if it cannot be written or its files are damaged; DiskFullError;
 *   DatabaseError
 */
export async function openPglite({
  migrations,
  folder,
  onHeld = () => {},
}: {
  migrations: Migrations
  folder?: string
  onHeld?: () => void
}): Promise<Database> {
  if (folder !== undefined) await makeFolder(folder, 0o700)
  const disk = folder === undefined ? memory : createDisk(folder)
  await disk.check()
  // Aborts if another process took the folder while this process was suspended. Data that is still
  // in memory must then not be written to the folder.
  const taken = new AbortController()
  const lost = taken.signal
  const onLost = () =>
    taken.abort(new FolderLostError('The folder of the database was taken by another process'))
  const unlock = folder === undefined ? async () => {} : await lockFolder(folder, { onLost })
  onHeld()
  const client = createPgliteClient({
    start: folder === undefined ? once(() => start(undefined, lost)) : () => start(folder, lost),
    check: disk.check,
    lost,
  })
  const end = async () => {
    try {
      const isOver = await client.close()
      if (folder !== undefined && isOver && !lost.aborted)
        // an error is ignored: the next start then checks less
        await noteClosed(join(folder, 'data'), markOf(folder)).catch(() => {})
    } finally {
      await unlock()
    }
  }
  try {
    // the cast is safe, because drizzle uses only PGlite's queries and transactions
    const queries = drizzle(client as unknown as PGlite)
    await migrate(queries, migrations)
    // this process always leads, because no other process can use this database
    const lead = async () => {
      lost.throwIfAborted()
      return { lost, release: async () => {} }
    }
    return {
      queries,
      isShared: false,
      lead,
      maintain: () => client.maintain(),
      answeredAt: () => client.answeredAt(),
      fault: async () => client.fault() ?? (await faultOf(disk)),
      snapshot:
        folder === undefined
          ? undefined
          : (target) => client.still(() => copyFiles(folder, target)),
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Returns why the disk accepts no writes now; undefined if it accepts them. */
async function faultOf(disk: Disk): Promise<string | undefined> {
  try {
    await disk.check()
    await disk.probe()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Copies a database's files. If the file system supports it, the copies share their blocks. */
async function copyFiles(folder: string, target: string): Promise<void> {
  await cp(join(folder, 'data'), join(target, 'data'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
  await writeFile(markOf(target), '')
}

/** The checks of a database in memory, which has no disk: they always pass. */
const memory: Disk = { check: async () => {}, probe: async () => {} }

const markOf = (folder: string) => join(folder, 'complete')
/**
 * Returns the path of the file that exists while a database is being unpacked. As long as it
 * exists, the other files in the folder may be overwritten.
 */
const unpackingOf = (folder: string) => join(folder, 'unpacking')

/** Whether a folder contains a complete database. */
export const hasPglite = (folder: string): boolean => existsSync(markOf(folder))

/**
 * Starts the thread. An unpacking that was interrupted is repeated.
 * @throws UnusableFolderError if files are damaged or of unknown origin; they are not changed
 */
async function start(folder: string | undefined, lost: AbortSignal): Promise<PgliteThread> {
  const code = await pgliteCode()
  if (folder === undefined) return startPgliteThread({ folder, tar: await emptyTar(), code }, lost)
  const data = join(folder, 'data')
  const mark = markOf(folder)
  if (existsSync(mark) && existsSync(unpackingOf(folder)))
    // the program was killed after `mark` was written and before this file was removed
    await rm(unpackingOf(folder), { force: true })
  if (existsSync(mark))
    return reopen(data, mark, () => startPgliteThread({ folder: data, tar: undefined, code }, lost))
  if (existsSync(data) && !existsSync(unpackingOf(folder))) throw damagedFolder()
  await writeFile(unpackingOf(folder), '')
  await rm(data, { recursive: true, force: true })
  const thread = startPgliteThread({ folder: data, tar: await emptyTar(), code }, lost)
  try {
    await thread.request({ kind: 'open' }, openLimit)
    await writeFile(mark, '')
    await rm(unpackingOf(folder), { force: true })
  } catch (error) {
    await thread.end()
    throw error
  }
  return thread
}

/** Opens existing files. @throws UnusableFolderError if they are damaged */
async function reopen(
  data: string,
  mark: string,
  begin: () => PgliteThread,
): Promise<PgliteThread> {
  await checkFiles(data, mark)
  const thread = begin()
  try {
    await thread.request({ kind: 'open' }, openLimit)
    return thread
  } catch (error) {
    await thread.end()
    // PGlite's error has no code if it cannot read the files
    throw error instanceof PgliteError && error.code === undefined ? damagedFolder(error) : error
  }
}

/** Allows to call `make` only once: a database in memory is lost when its thread ends. */
function once<value>(make: () => Promise<value>): () => Promise<value> {
  let isMade = false
  return async () => {
    if (isMade) throw new DatabaseError('The database was in memory, and is gone')
    isMade = true
    return make()
  }
}

async function emptyTar(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await promisify(brotliDecompress)(await readFile(empty)))
}
