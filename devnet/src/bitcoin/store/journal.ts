import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderInUseError, lockFolder } from '@latchkey/server/lockFolder'
import { DamagedError, readCheckedLines, writeCheckedLine } from '../../checkedLines.ts'
import type { Line } from './lines.ts'

/** Options for opening a journal. */
export type OpenJournalOptions = {
  /** Undefined: nothing is stored. */
  folder: string | undefined
  bakeId: string
  /** Deletes what is stored. */
  fresh: boolean
  onNotice: (text: string) => void
}

/** The stored lines. `file` is where later lines are stored; undefined if they are not stored. */
export type Journal = {
  lines: readonly Line[]
  file: string | undefined
  release: () => Promise<void>
}

const unstored: Journal = { lines: [], file: undefined, release: () => Promise.resolve() }

/**
 * Opens the journal of a folder. If another chain uses the folder, or the journal is damaged or
 * belongs to another bake, the user gets a notice.
 */
export async function openJournal(options: OpenJournalOptions): Promise<Journal> {
  const { folder, onNotice } = options
  if (folder === undefined) return unstored
  await mkdir(folder, { recursive: true })
  try {
    const release = await lockFolder(folder)
    const file = join(folder, 'journal.lines')
    return { lines: await readJournal(file, options), file, release }
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    onNotice(`Latchkey Bitcoin keeps nothing this time: another devnet is using ${folder}.`)
    return unstored
  }
}

async function readJournal(
  file: string,
  { bakeId, fresh, onNotice }: OpenJournalOptions,
): Promise<readonly Line[]> {
  if (fresh) await rm(file, { force: true })
  if (existsSync(file))
    try {
      const lines = await readComplete(file)
      const [head] = lines
      if (head?.kind !== 'head') throw new DamagedError('the head is missing')
      if (head.bakeId === bakeId) return lines
      onNotice('Latchkey Bitcoin begins anew: its kept state belongs to an older bake.')
      await rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      await setAside(file, error, onNotice)
    }
  return beginJournal(file, bakeId)
}

/** Writes the head of a new journal. */
async function beginJournal(file: string, bakeId: string): Promise<readonly Line[]> {
  const head: Line = { kind: 'head', version: 1, bakeId }
  await appendFile(file, writeCheckedLine(head))
  return [head]
}

/** Renames a damaged journal, and begins a new one. */
export async function replaceJournal(
  file: string,
  error: DamagedError,
  { bakeId, onNotice }: Pick<OpenJournalOptions, 'bakeId' | 'onNotice'>,
): Promise<void> {
  await setAside(file, error, onNotice)
  await beginJournal(file, bakeId)
}

async function setAside(
  file: string,
  { message }: DamagedError,
  onNotice: (text: string) => void,
): Promise<void> {
  await rename(file, `${file}.damaged`)
  onNotice(
    `Latchkey Bitcoin begins anew: its kept state is damaged (${message}). It was set aside: ${file}.damaged`,
  )
}

/** Reads a journal, and cuts off a last line that was not written completely. */
async function readComplete(file: string): Promise<Line[]> {
  const text = readFileSync(file, 'utf8')
  const { lines, torn } = readCheckedLines(text)
  const complete = lines as Line[] // the checksums show that the journal has written them
  if (torn)
    await truncate(
      file,
      complete.reduce((bytes, line) => bytes + writeCheckedLine(line).length, 0),
    )
  return complete
}
