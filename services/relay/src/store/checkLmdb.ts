import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { damagedFolder } from '@latchkey/server/db/folderState'
import { headerBytes, type Meta, readAt, readMetas, rootAt } from './lmdbMeta.ts'

/**
 * Maximum of pages that are read. A large store is checked only in part, so that it still starts
 * soon.
 */
const max = 4_000
/** The page number that means: this database has no entries. */
const none = 0xffff_ffff_ffff_ffffn
const flag = { branch: 0x01, leaf: 0x02, isElsewhere: 0x01, isDatabase: 0x02 }
/** Number of bytes of an entry before its key. */
const entryBytes = 8

/**
 * Checks the database file of a folder before LMDB opens it. LMDB itself does not check: a wrong
 * page number, or a file that is too short, would crash the whole process without a message. No
 * file, or an empty file, is valid: the store is new.
 * @throws UnusableFolderError if the file is damaged
 */
export async function checkLmdb(folder: string): Promise<void> {
  const file = await open(join(folder, 'data.mdb')).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    if (size > 0 && !(await isWhole(file, size))) throw damagedFolder()
  } finally {
    await file.close()
  }
}

async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  for (const meta of (await readMetas(file)) ?? []) {
    // The store writes zeros after the last page (see lmdbRoom.ts), so an undamaged file never ends
    // before that page.
    if (
      meta.lastPage >= 1n &&
      meta.lastPage < BigInt(Math.floor(size / meta.pageSize)) &&
      (await areLinked(file, meta))
    )
      return true
  }
  return false
}

/** Whether the pages through which LMDB finds the entries are valid. At most `max` are read. */
async function areLinked(file: FileHandle, meta: Meta): Promise<boolean> {
  const pages = meta.roots.filter((root) => root !== none)
  const seen = new Set(pages)
  for (let index = 0; index < Math.min(pages.length, max); index += 1) {
    const number = pages[index] ?? none
    if (number < 2n || number > meta.lastPage) return false
    const page = await readAt(file, Number(number) * meta.pageSize, meta.pageSize)
    const next = page && linksOf(page, number, meta)
    if (!next) return false
    for (const each of next) {
      // a page has one parent: a second link is damage
      if (each < 2n || each > meta.lastPage || seen.has(each)) return false
      seen.add(each)
      pages.push(each)
    }
  }
  return true
}

/** The numbers of the pages to which a page links. Undefined for a damaged page. */
function linksOf(
  page: Buffer,
  number: bigint,
  { pageSize, lastPage }: Meta,
): readonly bigint[] | undefined {
  const [kind, lower, upper] = [
    page.readUInt16LE(18) & (flag.branch | flag.leaf),
    page.readUInt16LE(20),
    page.readUInt16LE(22),
  ]
  const end = pageSize - headerBytes
  if (
    page.readBigUInt64LE(0) !== number ||
    (kind !== flag.branch && kind !== flag.leaf) ||
    lower > upper ||
    upper > end ||
    lower % 2 !== 0
  )
    return undefined
  const links: bigint[] = []
  for (let index = 0; index < lower / 2; index += 1) {
    const start = page.readUInt16LE(headerBytes + 2 * index)
    if (start < upper || start + entryBytes > end) return undefined
    const entry = headerBytes + start
    const [low, flags, key] = [
      page.readUInt32LE(entry),
      page.readUInt16LE(entry + 4),
      page.readUInt16LE(entry + 6),
    ]
    const value = entry + entryBytes + key
    if (kind === flag.branch) {
      if (value > pageSize) return undefined
      links.push(BigInt(low) + (BigInt(flags) << 32n))
      continue
    }
    const isElsewhere = (flags & flag.isElsewhere) !== 0
    if (value + (isElsewhere ? 8 : low) > pageSize) return undefined
    if (isElsewhere) {
      const first = page.readBigUInt64LE(value)
      if (first < 2n || first > lastPage) return undefined
    } else if ((flags & flag.isDatabase) !== 0) {
      if (low !== rootAt + 8) return undefined
      const root = page.readBigUInt64LE(value + rootAt)
      if (root !== none) links.push(root)
    }
  }
  return links
}
