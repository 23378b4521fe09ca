import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { codeOf } from '../causesOf.ts'
import { UnusableFolderError } from './database.ts'

const damaged =
  'The files of the database are damaged: stop the service, move the folder of its store away, and restore a backup into a new one; without a backup, the service begins anew in an empty folder'

/**
 * The sizes of the files of a closed database. They reveal a cut file, which PostgreSQL would read
 * as a table with fewer rows.
 */
const closedState = v.object({ control: v.string(), sizes: v.record(v.string(), v.number()) })
type ClosedState = v.InferOutput<typeof closedState>

const limits = { bytes: 1024 * 1024, depth: 3, values: 50_000 }

/** The error about damaged files. */
export const damagedFolder = (cause?: unknown): UnusableFolderError =>
  new UnusableFolderError(damaged, { cause })

/** Whether a fault is that of damaged files, which does not end by itself. */
export const isDamaged = (fault: string): boolean => fault === damaged

/** Writes the sizes of a closed database's files into its mark. */
export async function noteClosed(data: string, mark: string): Promise<void> {
  const control = await controlOf(data)
  if (control !== undefined)
    await writeFile(
      mark,
      JSON.stringify({
        control,
        sizes: Object.fromEntries(await sizesOf(data)),
      } satisfies ClosedState),
    )
}

/**
 * Checks a database's files before they are opened, as far as their sizes are known. Without this,
 * PGlite makes a new database where all files are missing. Afterwards the mark is empty, because a
 * running database changes its files.
 * @throws UnusableFolderError
 */
export async function checkFiles(data: string, mark: string): Promise<void> {
  const control = await controlOf(data)
  if (control === undefined) throw damagedFolder()
  const closed = await readMark(mark)
  // another control file means that another program has used these files since
  if (closed?.control === control) {
    const sizes = await sizesOf(data)
    if (Object.entries(closed.sizes).some(([file, size]) => sizes.get(file) !== size))
      throw damagedFolder()
  }
  if (closed) await writeFile(mark, '')
}

/**
 * Reads the mark. Undefined for one without a list: the database was not closed, or an earlier
 * version closed it.
 */
async function readMark(mark: string): Promise<ClosedState | undefined> {
  try {
    return readShape(closedState, readJson(await readFile(mark), limits))
  } catch (error) {
    if (error instanceof BorderError) return undefined
    throw error
  }
}

/**
 * Identifies a state of the control file, which every start and end changes. Undefined where there
 * is none.
 */
async function controlOf(data: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(join(data, 'global', 'pg_control')))
      .digest('hex')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The size of each file of tables and of the log. */
async function sizesOf(data: string): Promise<Map<string, number>> {
  const folders = [
    'global',
    'pg_wal',
    'pg_xact',
    ...(await namesIn(data, 'base')).map((name) => join('base', name)),
  ]
  const files = (
    await Promise.all(
      folders.map(async (folder) =>
        (await namesIn(data, folder)).map((name) => join(folder, name)),
      ),
    )
  ).flat()
  const sizes = await Promise.all(
    files.map(async (file) => {
      const found = await stat(join(data, file))
      return found.isFile() ? [[file, found.size] as const] : []
    }),
  )
  return new Map(sizes.flat())
}

async function namesIn(data: string, folder: string): Promise<readonly string[]> {
  try {
    return await readdir(join(data, folder))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')
