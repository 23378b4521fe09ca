import type { FileHandle } from 'node:fs/promises'
import { readFile } from 'node:fs/promises'

/**
 * A state of the database. One of the file's first pages describes it. Page numbers are `bigint`,
 * because LMDB writes them with 64 bits.
 */
export type Meta = {
  pageSize: number
  roots: readonly bigint[]
  lastPage: bigint
  transaction: bigint
  boot: bigint
}

// The layout of LMDB's pages. Source: mdb.c of the package lmdb: MDB_page_header, MDB_meta, MDB_db;
// little-endian, 64-bit
/**
 * Bytes of a page's header: number (8), transaction (8), padding (2), flags (2), start and end of
 * its free space (2 + 2).
 */
export const headerBytes = 24
/** The offset, in the description of a database, of the number of its first page. */
export const rootAt = 40
const at = {
  flags: 18,
  magic: 24,
  version: 28,
  pageSize: 48,
  freeRoot: 48 + rootAt,
  mainRoot: 96 + rootAt,
  lastPage: 144,
  transaction: 152,
  boot: 160,
}
const metaBytes = 168
const isMetaPage = 0x08
const magic = 0xbeefc0de
const version = 2

/**
 * The states that LMDB may use when it opens the file. Usually this is the newest state. After a
 * restart of the machine it may also be an older state that was surely written to the disk.
 * Undefined if the file's first two pages are not LMDB's.
 */
export async function readMetas(file: FileHandle): Promise<readonly Meta[] | undefined> {
  const first = await readAt(file, 0, metaBytes)
  const one = first && metaOf(first, 0n)
  if (!one) return undefined
  const second = await readAt(file, one.pageSize, metaBytes)
  const other = second && metaOf(second, 1n)
  if (!other || other.pageSize !== one.pageSize) return undefined
  const newest = one.transaction >= other.transaction ? one : other
  if (newest.boot !== 0n && newest.boot === (await thisBoot())) return [newest]
  // LMDB writes the flushed state into the middle of the first page, without its magic number
  const flushed = await readAt(file, one.pageSize / 2, metaBytes)
  return [
    one,
    other,
    ...(flushed ? [{ ...statesOf(flushed), pageSize: one.pageSize }] : []),
  ].filter(({ transaction }) => transaction > 0n || newest.transaction === 0n)
}

/** Reads bytes of a file. Undefined if the file is too short. */
export async function readAt(
  file: FileHandle,
  offset: number,
  length: number,
): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, offset + read)
    if (bytesRead === 0) return undefined
    read += bytesRead
  }
  return bytes
}

function metaOf(page: Buffer, number: bigint): Meta | undefined {
  if (page.readBigUInt64LE(0) !== number || page.readUInt16LE(at.flags) !== isMetaPage)
    return undefined
  if (page.readUInt32LE(at.magic) !== magic || (page.readUInt32LE(at.version) & 0xffff) !== version)
    return undefined
  const meta = statesOf(page)
  return [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536].includes(meta.pageSize)
    ? meta
    : undefined
}

const statesOf = (page: Buffer): Meta => ({
  pageSize: page.readUInt32LE(at.pageSize),
  roots: [page.readBigUInt64LE(at.freeRoot), page.readBigUInt64LE(at.mainRoot)],
  lastPage: page.readBigUInt64LE(at.lastPage),
  transaction: page.readBigUInt64LE(at.transaction),
  boot: page.readBigInt64LE(at.boot),
})

/**
 * The number by which LMDB recognises the present boot of the machine. Undefined on systems where
 * only LMDB can read it.
 */
async function thisBoot(): Promise<bigint | undefined> {
  // the file exists only on Linux
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const [digits] = /^[0-9a-f]+/.exec(text) ?? []
  return digits === undefined ? undefined : BigInt(`0x${digits}`)
}
