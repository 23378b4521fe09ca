import { statfs } from 'node:fs/promises'
import type { Tables } from './lmdbTables.ts'

/**
 * The part of the maximum size that new data may not use. It is kept for acknowledgements, for
 * expired data that is not removed yet, and for pages that are not free yet.
 */
const reserve = 0.1
/** Counted bytes after which the used size is measured again. */
const step = 1024 * 1024

type Stats = {
  pageSize: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}
type RootStats = Stats & { lastPageNumber: number; free: Stats }

/**
 * Keeps account of the database's used and free bytes. It measures the used bytes at the start,
 * after every MiB that `add` counts, and in `look`. `look` also reads the disk's free bytes; until
 * its first call the disk does not limit `free`.
 */
export function createSize(folder: string, { root, ...tables }: Tables, max: number) {
  let used = 0
  let file = 0
  let disk = Infinity
  let since = 0
  let pageSize = 4_096

  function measure(): void {
    const whole = root.getStats() as RootStats // the library's env.cpp returns these fields
    const all = [
      whole,
      whole.free,
      ...Object.values(tables).map((table) => table.getStats() as Stats),
    ]
    used =
      all.reduce(
        (sum, { treeBranchPageCount, treeLeafPageCount, overflowPages }) =>
          sum + treeBranchPageCount + treeLeafPageCount + overflowPages,
        0,
      ) * whole.pageSize
    file = (whole.lastPageNumber + 1) * whole.pageSize
    since = 0
    pageSize = whole.pageSize
  }

  measure()
  return {
    max,
    /** The byte of the file at which the database ends. */
    // the library's env.cpp returns these fields
    end: () => ((root.getStats() as RootStats).lastPageNumber + 1) * pageSize,
    /** Used bytes: those of the last measurement, and those that were counted since. */
    used: () => used + since,
    /**
     * Bytes of new data for which the maximum size and the disk still have room. A large message
     * needs adjacent pages. For a large message the result is 0 when the file has its maximum size
     * and more than half of that is used.
     */
    free(isLarge = false): number {
      const inFile = Math.min(max * (1 - reserve) - used, file - used + disk) - since
      return isLarge && file >= max && used > max / 2 ? 0 : Math.max(0, inFile)
    },
    /** Counts bytes that are about to be written. */
    add(bytes: number): void {
      since += bytes
      if (since >= step) measure()
    },
    async look(): Promise<void> {
      measure()
      disk = await freeBytes(folder)
    },
  }
}

/**
 * The maximum size of a store if the operator sets none: half of the bytes that the store's file
 * and the disk's free space have together, at most 16 GiB.
 * @param taken the present size of the file in bytes
 */
export async function defaultSize(folder: string, taken: number): Promise<number> {
  return Math.min(16 * 1024 ** 3, (taken + (await freeBytes(folder))) / 2)
}

/** Free bytes of the disk that this process may use. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return 0 // if the disk does not report its free bytes, it counts as full
  }
}
