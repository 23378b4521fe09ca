import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const megabyte = 1024 * 1024
/** Bytes that are written at once. */
const chunk = Buffer.alloc(megabyte)
/** Bytes of the table of readers, in which LMDB writes through memory. */
const readers = 32_768

/** Room on the disk that the database has not used yet. */
export type Room = {
  /** Takes bytes for a batch; `pending`: what earlier ones were promised and may not have used yet. Says whether they are there. */
  take(bytes: number, pending: number): boolean
  /** Whether so little is left that nothing new should come in: the rest is for acknowledgements and for what goes. */
  isScarce(): boolean
  /** Asks the disk for as much as should be there. @throws the system's error, such as ENOSPC */
  extend(): Promise<void>
}

/**
 * Takes room from the disk before the database needs it. LMDB itself does not survive a write for which there is no room: it writes
 * the reason over the end of its memory (mdb.c, `malloc(100)` in mdb_page_flush). Zeros are appended, so they never overwrite
 * anything; LMDB knows its own end and writes over them. On a file system that copies on write this promises less.
 * @param endOf where the database ends, in bytes
 * @param most bytes of the whole store
 */
export async function createRoom(folder: string, endOf: () => number, most: number): Promise<Room> {
  const file = join(folder, 'data.mdb')
  const ahead = (end: number) => Math.max(megabyte, Math.min(end / 2, 32 * megabyte, most / 16, most - end))
  let size = (await stat(file)).size
  let slack = size - endOf()
  let extending: Promise<void> | undefined

  async function extend(): Promise<void> {
    const end = endOf()
    const handle = await open(file, 'a')
    try {
      size = (await handle.stat()).size
      while (size - end < ahead(end)) size += (await handle.write(chunk, 0, Math.min(chunk.length, ahead(end) - (size - end)))).bytesWritten
    } finally {
      await handle.close()
    }
    slack = size - endOf()
  }

  return {
    take(bytes, pending) {
      slack -= bytes
      if (slack < 0) slack = size - endOf() - pending - bytes
      return slack >= 0
    },
    isScarce: () => size - endOf() < ahead(endOf()) / 4,
    extend() {
      extending ??= extend().finally(() => {
        extending = undefined
      })
      return extending
    },
  }
}

/** Makes the table of readers before LMDB does, which would leave holes in it: a hole that a full disk cannot fill ends the process. */
export async function prepareReaders(folder: string): Promise<void> {
  const file = join(folder, 'lock.mdb')
  const found = await stat(file).catch(() => undefined) // there is none yet
  if (!found || found.blocks * 512 < found.size) await writeFile(file, Buffer.alloc(readers))
}
