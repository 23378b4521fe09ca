import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readJson, readShape } from '@latchkey/protocol/border'
import { extract, pack, type Header } from 'tar-stream'
import * as v from 'valibot'
import packageJson from '../../package.json' with { type: 'json' }
import { versions as apiVersions } from '../../../api/src/db/openDatabase.ts'
import { migrations as sandboxMigrations } from '../../../sandbox/src/orders/openDatabase.ts'
import { migrations as walletMigrations } from '../../../wallet/src/server/db/migrations.ts'
import { folders } from '../settings/readSettings.ts'

/** An archive is damaged, or of another kind or version. The message is for an operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** The newest version of each table that this program can read. */
const known: Readonly<Record<string, number>> = {
  ...apiVersions,
  [walletMigrations.table]: walletMigrations.versions.length,
  [sandboxMigrations.table]: sandboxMigrations.versions.length,
}
const format = 1
const manifestName = 'manifest.json'
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** The manifest: the last file of an archive, which lists all other files. */
const manifest = v.object({
  format: count,
  program: v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  versions: v.record(v.string(), count),
  files: v.record(
    v.string(),
    v.object({ bytes: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  ),
})
export type Manifest = v.InferOutput<typeof manifest>

const max = { manifest: 64 * 1024 * 1024, files: 1_000_000 }
/** Bytes that unpacking leaves free on the disk. */
const reserve = 256 * 1024 * 1024
/** Names of files that only a running process needs. They are not backed up. */
const passing = /^(?:lock|lock\.mdb|lock\.[\w-]+|probe|control)$/

/** All entries of a folder for the backup, sorted; folders before their contents. */
async function* entriesOf(
  folder: string,
  under: string,
): AsyncIterable<{ name: string; path: string; isFolder: boolean }> {
  yield { name: under, path: folder, isFolder: true }
  const found = await readdir(folder, { withFileTypes: true })
  for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (under.split('/').length === 1 && passing.test(entry.name)) continue
    const [name, path] = [`${under}/${entry.name}`, join(folder, entry.name)]
    if (entry.isDirectory()) yield* entriesOf(path, name)
    else if (entry.isFile()) yield { name, path, isFolder: false }
  }
}

/** Makes a stream that counts and hashes the bytes that pass through it. */
function createMeasure() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(part: Buffer, _, done) {
      hash.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  return { through, read: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * Writes the services' folders as one compressed archive. The folders must not change meanwhile.
 * This function does not end the stream `to`.
 * @param parts the folders by service
 */
export async function writeArchive(
  parts: Readonly<Partial<Record<keyof typeof folders, string>>>,
  to: NodeJS.WritableStream,
): Promise<Manifest> {
  const archive = pack()
  const files: Manifest['files'] = {}
  async function fill(): Promise<Manifest> {
    for (const [part, folder] of Object.entries(parts)) {
      for await (const { name, path, isFolder } of entriesOf(folder, part)) {
        if (isFolder) {
          archive.entry({ name, type: 'directory', mode: 0o700 })
          continue
        }
        const { size } = await stat(path)
        const measure = createMeasure()
        await pipeline(
          createReadStream(path),
          measure.through,
          archive.entry({ name, size, mode: 0o600 }),
        )
        files[name] = measure.read()
      }
    }
    const written: Manifest = {
      format,
      program: packageJson.version,
      at: new Date().toISOString(),
      versions: known,
      files,
    }
    archive.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(written))
    archive.finalize()
    return written
  }
  const filling = fill()
  filling.catch((error: unknown) => archive.destroy(error instanceof Error ? error : undefined))
  await pipeline(archive, createGzip({ level: 3 }), to, { end: false })
  return filling
}

/**
 * Whether `writeArchive` can have written this name: a path inside the folder of a service, without
 * `..`.
 */
function isOurs(name: string): boolean {
  const [part = '', ...segments] = name.split('/')
  return (
    Object.hasOwn(folders, part) &&
    segments.every((segment) => /^[\w.-]{1,128}$/.test(segment) && !/^\.+$/.test(segment))
  )
}

/**
 * Unpacks an archive into an empty folder, and checks every file.
 * @throws ArchiveError for an archive that differs from the output of `writeArchive`; then `folder`
 *   contains the part of the archive that was unpacked
 */
export async function readArchive(from: NodeJS.ReadableStream, folder: string): Promise<Manifest> {
  const { bavail, bsize } = await statfs(folder)
  let room = bavail * bsize - reserve
  const found: Manifest['files'] = {}
  let written: Manifest | undefined
  const archive = extract()
  let files = 0
  const filling = pipeline(from, createGunzip(), archive)
  // when the source of an archive fails, an entry that is being read never ends: so every wait
  // below also waits for `failing`
  const failing = new Promise<never>((_, reject) => void filling.catch(reject))
  failing.catch(() => {}) // the loop below reports the error

  async function unpack({
    header: { name, type, size = 0 },
    stream,
  }: {
    header: Header
    stream: Readable
  }): Promise<void> {
    const plain = name.replace(/\/$/, '')
    if (
      !isOurs(plain) ||
      (type !== 'file' && type !== 'directory') ||
      Object.hasOwn(found, plain) ||
      (files += 1) > max.files
    )
      throw new ArchiveError(
        `The archive has something in it that no backup has: ${JSON.stringify(name.slice(0, 100))}`,
      )
    const path = join(folder, plain)
    await mkdir(type === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (type === 'directory') return void stream.resume()
    if ((room -= size) < 0)
      throw new ArchiveError('The disk has no room for what is in the archive')
    const measure = createMeasure()
    await pipeline(stream, measure.through, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    found[plain] = measure.read()
  }

  try {
    const entries = archive[Symbol.asyncIterator]()
    for (
      let next = await Promise.race([entries.next(), failing]);
      next.done !== true;
      next = await Promise.race([entries.next(), failing])
    ) {
      const { header } = next.value
      if (written) throw new ArchiveError('The archive goes on behind its end')
      if (header.name === manifestName && header.type === 'file')
        written = await Promise.race([readManifest(next.value, header.size ?? 0), failing])
      // the iterator yields Node streams, although its type says less
      else
        await Promise.race([unpack({ header, stream: next.value as unknown as Readable }), failing])
    }
    await filling
  } catch (error) {
    archive.destroy()
    throw error instanceof ArchiveError || isOfSystem(error)
      ? error
      : new ArchiveError('The archive is damaged, or is none', { cause: error })
  }
  return checkManifest(written, found)
}

const isOfSystem = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT', 'ENOENT'].includes(String(error.code))

async function readManifest(entry: AsyncIterable<unknown>, size: number): Promise<Manifest> {
  if (size > max.manifest) throw new ArchiveError('The archive is damaged: its list is too long')
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer) // the stream yields only Buffers
  try {
    return readShape(
      manifest,
      readJson(Buffer.concat(parts).toString('utf8'), {
        bytes: max.manifest,
        depth: 4,
        values: 4 * max.files,
      }),
    )
  } catch (cause) {
    throw new ArchiveError('The archive is damaged: its list cannot be read', { cause })
  }
}

function checkManifest(written: Manifest | undefined, found: Manifest['files']): Manifest {
  if (!written) throw new ArchiveError('The archive ends too early')
  if (written.format !== format)
    throw new ArchiveError(
      `The archive has format ${written.format}, this program knows format ${format}: use the version that wrote it (${written.program})`,
    )
  const newer = Object.entries(written.versions).filter(
    ([table, version]) => version > (known[table] ?? 0),
  )
  if (newer.length > 0)
    throw new ArchiveError(
      `The archive is of a newer version (${written.program}) than this program (${packageJson.version}): update first`,
    )
  const names = new Set([...Object.keys(written.files), ...Object.keys(found)])
  for (const name of names) {
    const [one, other] = [
      Object.hasOwn(written.files, name) ? written.files[name] : undefined,
      Object.hasOwn(found, name) ? found[name] : undefined,
    ]
    if (!one || !other || one.bytes !== other.bytes || one.sha256 !== other.sha256)
      throw new ArchiveError(
        `The archive is damaged: ${JSON.stringify(name.slice(0, 100))} is not as it was written`,
      ) // JSON.stringify escapes control characters, which a terminal would obey
  }
  return written
}
