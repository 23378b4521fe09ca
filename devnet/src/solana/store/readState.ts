import { existsSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedError, readLines, type Line } from './lines.ts'
import { headOf } from './restore.ts'

/** The files of a stored state: a snapshot, and a journal of later changes. */
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
 * The lines of a stored state. `undefined` when no state exists, when it belongs to another bake,
 * or when `fresh` deletes it. A damaged state is moved aside and reported.
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
  // a snapshot gets its name only after it was written completely
  if (torn || lines.at(-1)?.kind !== 'end') throw new DamagedError('the end is missing')
  if (!existsSync(journal)) return lines
  const later = readLines(readFileSync(journal, 'utf8')).lines
  // an older journal is part of the snapshot already: the process was killed between the two writes
  const [head] = later
  return head?.kind === 'head' && head.generation === headOf(lines).generation
    ? [...lines, ...later.slice(1)]
    : lines
}
