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
 * An empty database of PGlite, because creating one takes five seconds and 800 MB. Made by
 * `scripts/bake-database.mjs`.
 */
const empty = new URL('../../data/emptyDatabase.tar.br', import.meta.url)

/** Time limit to unpack and open, in milliseconds. */
const openLimit = 60_000

/**
 * Opens a PostgreSQL inside this process, in its own thread: in a folder that only this process
 * uses, or in memory. A database in a folder is reopened automatically after a failure; one in
 * memory would be empty.
 * @param options.onHeld called as soon as this process has locked the folder
 * @throws FolderInUseError when another process has the folder; FolderError if it cannot be
 * created; UnusableFolderError if it cannot be written or its files are damaged; DiskFullError;
 * DatabaseError
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
  // another process took the folder while this process was paused: data still in memory must not be
  // written into it
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
        // without it, the next start checks less
        await noteClosed(join(folder, 'data'), markOf(folder)).catch(() => {})
    } finally {
      await unlock()
    }
  }
  try {
    // drizzle uses only its queries and transactions
    const queries = drizzle(client as unknown as PGlite)
    await migrate(queries, migrations)
    // no other process can use this database
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

/** The reason why the disk accepts no writes now; undefined if it does. */
async function faultOf(disk: Disk): Promise<string | undefined> {
  try {
    await disk.check()
    await disk.probe()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Copies a database's files; the file system shares their blocks where it can. */
async function copyFiles(folder: string, target: string): Promise<void> {
  await cp(join(folder, 'data'), join(target, 'data'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
  await writeFile(markOf(target), '')
}

/** A disk without checks: memory has room, or the process ends. */
const memory: Disk = { check: async () => {}, probe: async () => {} }

const markOf = (folder: string) => join(folder, 'complete')
/**
 * A file that exists while a database is unpacked. It allows to overwrite the folder's other files.
 */
const unpackingOf = (folder: string) => join(folder, 'unpacking')

/** Whether a folder contains a database. */
export const hasPglite = (folder: string): boolean => existsSync(markOf(folder))

/**
 * Starts the thread. An interrupted unpacking is repeated. @throws UnusableFolderError when files
 * are damaged or their origin is unknown; they are not changed
 */
async function start(folder: string | undefined, lost: AbortSignal): Promise<PgliteThread> {
  const code = await pgliteCode()
  if (folder === undefined) return startPgliteThread({ folder, tar: await emptyTar(), code }, lost)
  const data = join(folder, 'data')
  const mark = markOf(folder)
  if (existsSync(mark) && existsSync(unpackingOf(folder)))
    // the program was killed between the two writes: the files are complete
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

/** Opens existing files. @throws UnusableFolderError when they are damaged */
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
    // PGlite has no code for files that it cannot read
    throw error instanceof PgliteError && error.code === undefined ? damagedFolder(error) : error
  }
}

/** Calls `make` once, because a database in memory is lost with its thread. */
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
