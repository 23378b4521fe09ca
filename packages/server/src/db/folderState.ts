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
 * The sizes of the files of a closed database. With them a file that was cut short is noticed;
 * PostgreSQL would read it as a table with fewer rows.
 */
const closedState = v.object({ control: v.string(), sizes: v.record(v.string(), v.number()) })
type ClosedState = v.InferOutput<typeof closedState>

const limits = { bytes: 1024 * 1024, depth: 3, values: 50_000 }

/** Creates the error about damaged files. */
export const damagedFolder = (cause?: unknown): UnusableFolderError =>
  new UnusableFolderError(damaged, { cause })

/** Whether a database's fault is that its files are damaged. This fault does not pass by itself. */
export const isDamaged = (fault: string): boolean => fault === damaged

/** Writes the sizes of a closed database's files into its mark, a file beside them. */
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
 * Checks the sizes of a database's files before it is opened, if the mark contains them. Then
 * empties the mark, because a running database changes its files.
 * @throws UnusableFolderError also if all files are missing, because PGlite would then create a new
 *   database
 */
export async function checkFiles(data: string, mark: string): Promise<void> {
  const control = await controlOf(data)
  if (control === undefined) throw damagedFolder()
  const closed = await readMark(mark)
  // if the control file is another one, another program has used these files since
  if (closed?.control === control) {
    const sizes = await sizesOf(data)
    if (Object.entries(closed.sizes).some(([file, size]) => sizes.get(file) !== size))
      throw damagedFolder()
  }
  if (closed) await writeFile(mark, '')
}

/**
 * Reads the sizes in the mark. It is undefined if the mark contains none: the database was not
 * closed, or an older version closed it.
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
 * Returns a text that identifies the state of the control file, which each start and end of the
 * database changes. It is undefined if there is no control file.
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

/** Returns the size of each file of the tables and of the log. */
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
