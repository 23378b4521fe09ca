import { statfs } from 'node:fs/promises'
import type { Tables } from './lmdbTables.ts'

/** Part of the size that stays free for acknowledgements, for what ends, and for pages that are not free yet. */
const reserve = 0.1
/** Bytes after which is looked again how much is used. */
const step = 1024 * 1024

type Stats = { pageSize: number; treeBranchPageCount: number; treeLeafPageCount: number; overflowPages: number }
type RootStats = Stats & { lastPageNumber: number; free: Stats }

/** How large the folder is. What is asked for is looked at every MiB that comes in, and by {@link look}. */
export function createSize(folder: string, { root, ...tables }: Tables, most: number) {
  let used = 0
  let file = 0
  let disk = Infinity
  let since = 0
  let pageSize = 4_096

  function measure(): void {
    const whole = root.getStats() as RootStats // as env.cpp of the library says it
    const all = [whole, whole.free, ...Object.values(tables).map((table) => table.getStats() as Stats)]
    used = all.reduce((sum, { treeBranchPageCount, treeLeafPageCount, overflowPages }) => sum + treeBranchPageCount + treeLeafPageCount + overflowPages, 0) * whole.pageSize
    file = (whole.lastPageNumber + 1) * whole.pageSize
    since = 0
    pageSize = whole.pageSize
  }

  measure()
  return {
    most,
    /** Where the database ends in its file. */
    end: () => ((root.getStats() as RootStats).lastPageNumber + 1) * pageSize, // as env.cpp of the library says it
    /** Bytes in use, as of a moment ago. */
    used: () => used + since,
    /** Bytes that may still come. What needs pages beside each other, as a large message does, has less once the file is as large as it may be. */
    free(isLarge = false): number {
      const inFile = Math.min(most * (1 - reserve) - used, file - used + disk) - since
      return isLarge && file >= most && used > most / 2 ? 0 : Math.max(0, inFile)
    },
    /** So many bytes were handed over. */
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

/** The size of a store whose operator names none: half of what the disk has for it, at most 16 GiB. */
export async function defaultSize(folder: string, taken: number): Promise<number> {
  return Math.min(16 * 1024 ** 3, (taken + (await freeBytes(folder))) / 2)
}

/** Bytes that this process may still use of the disk. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return 0 // a disk that does not say has none for us
  }
}
