import { constants } from 'node:fs'
import { access, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { inTime } from '@latchkey/server/waiting'
import { DatabaseError, DiskFullError } from './database.ts'

/** Bytes that have to be free before something is written: PGlite comes to no end where its log, in pieces of 16 MiB, finds no room. */
const reserve = 64 * 1024 * 1024
/** Milliseconds in which a disk has to say how it is. */
const limit = 900

/** The disk under a folder. */
export type Disk = {
  /** Whether the disk takes what is written now, as far as the system knows without writing. @throws DiskFullError, DatabaseError */
  check(): Promise<void>
  /** Writes one sector in the folder and waits until it is on the disk. @throws DatabaseError of a disk that fails or hangs */
  probe(): Promise<void>
}

/**
 * Looks at the disk under a folder. A look that hangs holds one of the few threads that the process has for all its files, so there is
 * one of each kind at a time, and all callers share it.
 */
export function createDisk(folder: string): Disk {
  return {
    check: oneAtATime(async () => {
      const { bavail, bsize } = await statfs(folder)
      await access(folder, constants.W_OK)
      if (bavail * bsize < reserve) throw new DiskFullError(`The disk of the database has less than ${reserve / 1024 / 1024} MiB left`)
    }),
    probe: oneAtATime(() => writeSector(join(folder, 'probe'))),
  }
}

/** In place and without the file's times, so that it waits for one sector only, whatever else is on its way to the disk. */
async function writeSector(file: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    await handle.write(new Uint8Array(512), 0, 512, 0)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** The limit counts from the beginning of a look that is shared. */
function oneAtATime(look: () => Promise<void>): () => Promise<void> {
  let running: { over: Promise<void>; since: number } | undefined

  function begin(): NonNullable<typeof running> {
    const begun = { over: look().finally(() => (running = undefined)), since: performance.now() }
    return (running = begun)
  }

  return async () => {
    const { over, since } = running ?? begin()
    await inTime(Math.max(0, limit - (performance.now() - since)), over).catch((cause: unknown) => {
      throw cause instanceof DatabaseError ? cause : new DatabaseError('The folder of the database cannot be written', { cause })
    })
  }
}
