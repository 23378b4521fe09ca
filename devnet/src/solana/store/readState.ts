import { existsSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedError } from '../../checkedLines.ts'
import { readLines, type Line } from './lines.ts'
import { headOf } from './restore.ts'

/** The files of a stored state: a snapshot, and a journal of the changes since then. */
export const filesIn = (folder: string) => ({
  snapshot: join(folder, 'snapshot.lines'),
  journal: join(folder, 'journal.lines'),
})

/** Options for reading a stored state. */
export type ReadStateOptions = {
  folder: string
  bakeId: string
  fresh: boolean
  onNotice: (text: string) => void
}

/**
 * Reads the lines of a stored state. Undefined if there is no state, if it belongs to another bake,
 * or if `fresh` deletes it. A damaged state is renamed, and the user is told.
 */
export async function readState({
  folder,
  bakeId,
  fresh,
  onNotice,
}: ReadStateOptions): Promise<Line[] | undefined> {
  const { snapshot, journal } = filesIn(folder)
  const clear = () => Promise.all([rm(snapshot, { force: true }), rm(journal, { force: true })])
  if (fresh) await clear()
  if (!existsSync(snapshot)) return undefined
  try {
    const lines = readBoth(snapshot, journal)
    if (headOf(lines).bakeId === bakeId) return lines
    onNotice('Latchkey Solana begins anew: its kept state belongs to an older bake.')
    await clear()
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error
    for (const file of [snapshot, journal])
      if (existsSync(file)) await rename(file, `${file}.damaged`)
    onNotice(
      `Latchkey Solana begins anew: its kept state is damaged (${error.message}). It was set aside: ${snapshot}.damaged`,
    )
  }
  return undefined
}

function readBoth(snapshot: string, journal: string): Line[] {
  const { lines, torn } = readLines(readFileSync(snapshot, 'utf8'))
  // the file is damaged: a snapshot gets its name only after it was written completely
  if (torn || lines.at(-1)?.kind !== 'end') throw new DamagedError('the end is missing')
  if (!existsSync(journal)) return lines
  const later = readLines(readFileSync(journal, 'utf8')).lines
  // a journal of an older generation is already part of the snapshot. It still exists if the
  // process was killed before it could begin a new journal
  const [head] = later
  return head?.kind === 'head' && head.generation === headOf(lines).generation
    ? [...lines, ...later.slice(1)]
    : lines
}
