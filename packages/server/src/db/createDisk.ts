import { constants } from 'node:fs'
import { access, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../causesOf.ts'
import { inTime } from '../waiting.ts'
import { DatabaseError, DiskFullError, UnusableFolderError } from './database.ts'

/**
 * A write is allowed only if this many bytes are free. PGlite hangs if there is no room for its
 * log. The log grows in pieces of 1 MiB, or of 16 MiB in folders that older versions made.
 */
const reserve = 64 * 1024 * 1024
/** The time limit of a check of the disk, in milliseconds. */
const limit = 900

/** The system's codes for a folder to which this process cannot write. */
const forbidden: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The disk under a folder. */
export type Disk = {
  /**
   * Checks whether the disk would accept a write now. It writes nothing.
   * @throws DiskFullError, DatabaseError
   */
  check(): Promise<void>
  /**
   * Writes one sector in the folder and waits until it is on the disk.
   * @throws DatabaseError for a disk that fails or hangs
   */
  probe(): Promise<void>
}

/**
 * Creates the checks of the disk under a folder. A check that hangs blocks one of the few threads
 * that the process has for all its files. So only one check of each kind runs at a time, and all
 * callers share it.
 */
export function createDisk(folder: string): Disk {
  return {
    check: oneAtATime(async () => {
      const { bavail, bsize } = await statfs(folder)
      await access(folder, constants.W_OK)
      if (bavail * bsize < reserve)
        throw new DiskFullError(
          `The disk of the database has less than ${reserve / 1024 / 1024} MiB left`,
        )
    }),
    probe: oneAtATime(() => writeSector(join(folder, 'probe'))),
  }
}

/**
 * Overwrites one sector without updating the file's times. So it waits for this one sector only,
 * whatever else is being written to the disk.
 */
async function writeSector(file: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    await handle.write(new Uint8Array(512), 0, 512, 0)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Lets callers share a running check. The time limit counts from the start of the check. */
function oneAtATime(look: () => Promise<void>): () => Promise<void> {
  let running: { over: Promise<void>; since: number } | undefined

  function begin(): NonNullable<typeof running> {
    const begun = { over: look().finally(() => (running = undefined)), since: performance.now() }
    return (running = begun)
  }

  return async () => {
    const { over, since } = running ?? begin()
    await inTime(Math.max(0, limit - (performance.now() - since)), over).catch((cause: unknown) => {
      if (cause instanceof DatabaseError) throw cause
      const code = codeOf(cause)
      if (code !== undefined && forbidden.has(code))
        throw new UnusableFolderError(
          `The folder of the database cannot be written (${code}): give it to the user of this process, on a disk that is not read-only, or name another folder`,
          { cause },
        )
      throw new DatabaseError('The folder of the database cannot be written', { cause })
    })
  }
}
