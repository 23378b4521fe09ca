import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import type { Chain, ChainEvents } from '../chain/chain.ts'
import { filesIn } from './readState.ts'
import { storeAccount, writeLine, type Line } from './lines.ts'

/** When the journal has more bytes than this, a new snapshot is written. */
const longestJournal = 32 * 1_048_576

export type StoreStateOptions = {
  folder: string
  bakeId: string
  onNotice: (text: string) => void
  maxJournal?: number
}

/**
 * Stores the chain's changes. Each transaction is written into the journal before its sender gets
 * an answer, so that no transaction is lost if this process is killed.
 * @returns the function that stores the current state and ends storing
 */
export function storeState(
  chain: Chain,
  { folder, bakeId, onNotice, maxJournal = longestJournal }: StoreStateOptions,
): () => void {
  const files = filesIn(folder)
  let generation = 0
  let journal: number | undefined
  let bytes = 0

  const snapshot = (): void => {
    generation = Math.max(generation + 1, chain.now())
    writeWhole(files.snapshot, linesOf(chain, bakeId, generation))
    if (journal !== undefined) closeSync(journal)
    journal = openSync(files.journal, 'w')
    bytes = append(journal, headLine(chain, bakeId, generation))
  }
  const safely = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      journal = undefined
      chain.listeners.delete(events)
      onNotice(
        `Latchkey Solana can no longer keep its state: ${error instanceof Error ? error.message : 'unknown error'}. What happens from now on is lost when it ends.`,
      )
    }
  }
  const events: ChainEvents = {
    executed: ({ transaction, changed }) =>
      safely(() => {
        if (journal === undefined) return
        bytes += append(journal, {
          kind: 'transaction',
          transaction,
          accounts: changed.map((address) =>
            storeAccount(address, chain.accounts.read(address, 'processed')),
          ),
        })
      }),
    slot: () => {
      if (bytes > maxJournal) safely(snapshot)
    },
  }
  // must be the first listener, so that subscribers get only changes that are stored
  const otherListeners = [...chain.listeners]
  chain.listeners.clear()
  for (const listener of [events, ...otherListeners]) chain.listeners.add(listener)
  safely(snapshot)
  return () => {
    if (journal !== undefined) safely(snapshot)
    chain.listeners.delete(events)
    if (journal !== undefined) closeSync(journal)
    journal = undefined
  }
}

function append(file: number, line: Line): number {
  const text = Buffer.from(writeLine(line))
  // if the disk is full, only a part of the text may have been written
  if (writeSync(file, text) < text.length) throw new Error('the disk is full')
  return text.length
}

function writeWhole(file: string, lines: Iterable<Line>): void {
  const passing = `${file}.new`
  const opened = openSync(passing, 'w')
  try {
    for (const line of lines) append(opened, line)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  renameSync(passing, file)
}

/** The lines of a chain's whole state. The bake writes this form, too. */
export function* linesOf(chain: Chain, bakeId: string, generation: number): Generator<Line> {
  yield headLine(chain, bakeId, generation)
  for (const address of chain.accounts.changed()) {
    const account = chain.accounts.read(address, 'processed')
    if (account) yield { kind: 'account', account: storeAccount(address, account) }
  }
  for (const text of chain.history.texts())
    yield { kind: 'transaction', transaction: JSON.parse(text.toString()), accounts: [] }
  yield { kind: 'end' }
}

function headLine({ slots, now }: Chain, bakeId: string, generation: number): Line {
  return { kind: 'head', version: 1, bakeId, generation, slot: slots.open().number, time: now() }
}
