import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { inTime } from '@latchkey/server/waiting'
import { DatabaseError, DiskFullError } from './database.ts'

/** Bytes that have to be free before something is written: PGlite comes to no end where its log, in pieces of 16 MiB, finds no room. */
const reserve = 64 * 1024 * 1024
/** Milliseconds in which a disk has to say how it is. */
const limit = 900

/** Whether a folder's disk takes what is written now. @throws DiskFullError, DatabaseError */
export async function checkRoom(folder: string): Promise<void> {
  const asked = Promise.all([statfs(folder), access(folder, constants.W_OK)])
  const [{ bavail, bsize }] = await inTime(limit, asked).catch((cause: unknown) => {
    throw new DatabaseError('The folder of the database cannot be written', { cause })
  })
  if (bavail * bsize < reserve) throw new DiskFullError(`The disk of the database has less than ${reserve / 1024 / 1024} MiB left`)
}
