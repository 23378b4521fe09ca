import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const megabyte = 1024 * 1024
/** Zeros that are written in one piece. */
const chunk = Buffer.alloc(megabyte)
/** Bytes of LMDB's table of readers, which it writes through mapped memory. */
const readers = 32_768

/** Room on the disk that the database has not used yet. */
export type Room = {
  /**
   * Takes bytes for a batch. `pending`: bytes that earlier batches took and may not have used yet.
   * @returns whether there are enough
   */
  take(bytes: number, pending: number): boolean
  /**
   * Whether only so little is left that no new data should be stored: the rest is for
   * acknowledgements and removals.
   */
  isScarce(): boolean
  /** Reserves the missing room. @throws the system's error, such as ENOSPC */
  extend(): Promise<void>
}

/**
 * Reserves room on the disk before the database needs it. LMDB itself does not survive a write
 * without room: it writes the reason beyond the end of its memory (mdb.c, `malloc(100)` in
 * mdb_page_flush). Zeros are appended, so they never overwrite data; LMDB knows its own end and
 * overwrites them. On a copy-on-write file system this guarantees less.
 * @param endOf the end of the database, in bytes
 * @param max bytes of the whole store
 */
export async function createRoom(folder: string, endOf: () => number, max: number): Promise<Room> {
  const file = join(folder, 'data.mdb')
  const ahead = (end: number) =>
    Math.max(megabyte, Math.min(end / 2, 32 * megabyte, max / 16, max - end))
  let size = (await stat(file)).size
  let slack = size - endOf()
  let extending: Promise<void> | undefined

  async function extend(): Promise<void> {
    const end = endOf()
    const handle = await open(file, 'a')
    try {
      size = (await handle.stat()).size
      while (size - end < ahead(end))
        size += (await handle.write(chunk, 0, Math.min(chunk.length, ahead(end) - (size - end))))
          .bytesWritten
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

/**
 * Creates the table of readers before LMDB does. LMDB would leave holes in it, and a hole that a
 * full disk cannot fill ends the process.
 */
export async function prepareReaders(folder: string): Promise<void> {
  const file = join(folder, 'lock.mdb')
  // undefined when the file does not exist yet
  const found = await stat(file).catch(() => undefined)
  if (!found || found.blocks * 512 < found.size) await writeFile(file, Buffer.alloc(readers))
}
