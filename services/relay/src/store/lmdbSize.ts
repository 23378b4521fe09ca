import { statfs } from 'node:fs/promises'
import type { Tables } from './lmdbTables.ts'

/**
 * The part of the maximum size that stays free, for acknowledgements, for data that has expired,
 * and for pages that are not free yet.
 */
const reserve = 0.1
/** Number of written bytes after which the used size is measured again. */
const step = 1024 * 1024

type Stats = {
  pageSize: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}
type RootStats = Stats & { lastPageNumber: number; free: Stats }

/**
 * Measures the size of the folder. It measures after every written MiB, and when {@link look} is
 * called.
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
    /** Where the database ends in its file. */
    // the library's env.cpp returns these fields
    end: () => ((root.getStats() as RootStats).lastPageNumber + 1) * pageSize,
    /** Bytes in use. Bytes written since the last measurement are estimated. */
    used: () => used + since,
    /**
     * Bytes that may still be written. A large message needs adjacent pages. When the file has its
     * full size and is half used, 0 is returned for such data.
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
 * The maximum size of a store if the operator sets none: half of the disk's free bytes, at most 16
 * GiB.
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
