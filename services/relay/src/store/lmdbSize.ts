import { statfs } from 'node:fs/promises'
import type { Tables } from './lmdbTables.ts'

/**
 * The part of the size that stays free for acknowledgements, for expired data, and for pages that
 * are not free yet.
 */
const reserve = 0.1
/** Bytes after which the used size is measured again. */
const step = 1024 * 1024

type Stats = {
  pageSize: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}
type RootStats = Stats & { lastPageNumber: number; free: Stats }

/**
 * Makes the measurement of the folder's size. It measures after every MiB that is written, and by
 * {@link look}.
 */
export function createSize(folder: string, { root, ...tables }: Tables, max: number) {
  let used = 0
  let file = 0
  let disk = Infinity
  let since = 0
  let pageSize = 4_096

  function measure(): void {
    const whole = root.getStats() as RootStats // fields as in the library's env.cpp
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
    /** The end of the database in its file. */
    // fields as in the library's env.cpp
    end: () => ((root.getStats() as RootStats).lastPageNumber + 1) * pageSize,
    /** Bytes in use, with a short delay. */
    used: () => used + since,
    /**
     * Bytes that may still be written. For data that needs adjacent pages, such as a large message,
     * there are fewer once the file has its full size.
     */
    free(isLarge = false): number {
      const inFile = Math.min(max * (1 - reserve) - used, file - used + disk) - since
      return isLarge && file >= max && used > max / 2 ? 0 : Math.max(0, inFile)
    },
    /** Counts bytes that the writer has received. */
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
 * The size of a store without an operator's setting: half of the disk's free bytes, at most 16 GiB.
 */
export async function defaultSize(folder: string, taken: number): Promise<number> {
  return Math.min(16 * 1024 ** 3, (taken + (await freeBytes(folder))) / 2)
}

/** Bytes of the disk that this process may still use. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return 0 // a disk that does not report its free bytes counts as full
  }
}
