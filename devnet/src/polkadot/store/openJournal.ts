import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { mkdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderInUseError, lockFolder } from '@latchkey/server/lockFolder'
import { DamagedError, readCheckedLines, writeCheckedLine } from '../../checkedLines.ts'
import { chainOf, shorten, type Line, type StoredChain } from './lines.ts'

/**
 * `blocks`: a longer chain is shortened to this many when it is opened. `bytes`: a journal of this
 * size gets no more lines.
 */
const usualLimits = { blocks: 1_000, bytes: 256_000_000 }

export type JournalOptions = {
  /** Undefined: nothing is stored. */
  folder: string | undefined
  /** Names the genesis from which the blocks were built. */
  genesisId: string
  /** Deletes what is stored. */
  fresh: boolean
  limits?: typeof usualLimits | undefined
  onNotice: (text: string) => void
}

/** The stored chain, and the file to which later lines are appended. */
export type Journal = {
  stored: StoredChain
  append(line: Line): void
  close(): Promise<void>
}

const empty: StoredChain = { blocks: [], waiting: [] }
const unstored: Journal = { stored: empty, append: () => {}, close: () => Promise.resolve() }

/**
 * Opens the journal of a folder. If another chain uses the folder, or the journal is damaged or
 * belongs to another genesis, the user gets a notice.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, onNotice } = options
  if (folder === undefined) return unstored
  await mkdir(folder, { recursive: true })
  let release: () => Promise<void>
  try {
    release = await lockFolder(folder)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    onNotice(`Latchkey Polkadot keeps nothing this time: another devnet is using ${folder}.`)
    return unstored
  }
  try {
    const file = join(folder, 'journal.lines')
    const stored = await readJournal(file, options)
    const { size } = await stat(file)
    const writer = appendTo(file, size, options)
    return {
      stored,
      append: writer.append,
      async close() {
        writer.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function readJournal(file: string, options: JournalOptions): Promise<StoredChain> {
  const { genesisId, fresh, onNotice, limits = usualLimits } = options
  if (fresh) await rm(file, { force: true })
  if (existsSync(file))
    try {
      const [head, ...lines] = await readComplete(file)
      if (head?.kind !== 'head') throw new DamagedError('the head is missing')
      if (head.genesisId === genesisId) {
        const stored = chainOf(lines)
        if (!stored) throw new DamagedError('a block is missing')
        if (stored.blocks.length <= limits.blocks) return stored
        const shortened = shorten(stored, limits.blocks)
        await begin(file, genesisId, shortened)
        return chainOf(shortened) ?? empty
      }
      onNotice('Latchkey Polkadot begins anew: its kept state belongs to an older genesis.')
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      await rename(file, `${file}.damaged`)
      onNotice(
        `Latchkey Polkadot begins anew: its kept state is damaged (${error.message}). It was set aside: ${file}.damaged`,
      )
    }
  await begin(file, genesisId, [])
  return empty
}

/** Writes a journal, in place of an older one. */
async function begin(file: string, genesisId: string, lines: readonly Line[]): Promise<void> {
  const head: Line = { kind: 'head', version: 1, genesisId }
  await writeFile(`${file}.new`, [head, ...lines].map(writeCheckedLine).join(''))
  await rename(`${file}.new`, file)
}

/** Reads a journal, and cuts off a last line that was not written completely. */
async function readComplete(file: string): Promise<Line[]> {
  const { lines, torn } = readCheckedLines(readFileSync(file, 'utf8'))
  const complete = lines as Line[] // the checksums show that the journal has written them
  if (torn)
    await truncate(
      file,
      complete.reduce((bytes, line) => bytes + Buffer.byteLength(writeCheckedLine(line)), 0),
    )
  return complete
}

/** Appends lines to a file, each before anybody learns of what it says. */
function appendTo(
  file: string,
  size: number,
  { limits = usualLimits, onNotice }: JournalOptions,
): { append(line: Line): void; close(): void } {
  let journal: number | undefined = openSync(file, 'a')
  let bytes = size
  const close = () => {
    if (journal !== undefined) closeSync(journal)
    journal = undefined
  }
  return {
    close,
    append(line) {
      if (journal === undefined) return
      try {
        const text = Buffer.from(writeCheckedLine(line))
        bytes += text.length
        if (bytes > limits.bytes) throw new Error('it is too large')
        if (writeSync(journal, text) < text.length) throw new Error('the disk is full')
      } catch (error) {
        close()
        onNotice(
          `Latchkey Polkadot can no longer keep its state: ${error instanceof Error ? error.message : 'unknown error'}. What happens from now on is lost when it ends.`,
        )
      }
    },
  }
}
