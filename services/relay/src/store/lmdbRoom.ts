import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const megabyte = 1024 * 1024
/** Zeros that one write appends. */
const chunk = Buffer.alloc(megabyte)
/** Bytes of LMDB's lock file, which LMDB writes through mapped memory. */
const readers = 32_768

/** Reserved bytes at the end of the file that the database has not used yet. */
export type Room = {
  /**
   * Uses reserved bytes for a batch of writes.
   * @param pending bytes of earlier batches that may not be written yet
   * @returns whether there were enough
   */
  take(bytes: number, pending: number): boolean
  /**
   * Whether so few bytes are reserved that no new data should be stored. The rest is for
   * acknowledgements and removals.
   */
  isScarce(): boolean
  /** Reserves more bytes. @throws the system's error, such as ENOSPC */
  extend(): Promise<void>
}

/**
 * Reserves bytes on the disk before the database needs them. LMDB does not survive a write for
 * which the disk has no room: it then writes beyond the end of an allocated buffer (mdb.c,
 * `malloc(100)` in mdb_page_flush). The reserved bytes are zeros after the end of the database.
 * They never overwrite data, and LMDB later overwrites them. On a copy-on-write file system this
 * protects less.
 * @param endOf returns where the database ends in the file
 * @param max the maximum size of the whole store in bytes
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
 * Writes LMDB's lock file completely before LMDB creates it. LMDB would create it with holes. If
 * the disk is full, writing to a hole crashes the process.
 */
export async function prepareReaders(folder: string): Promise<void> {
  const file = join(folder, 'lock.mdb')
  // undefined when the file does not exist yet
  const found = await stat(file).catch(() => undefined)
  if (!found || found.blocks * 512 < found.size) await writeFile(file, Buffer.alloc(readers))
}
