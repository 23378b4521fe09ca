import { join } from 'node:path'
import { DamagedError } from '../checkedLines.ts'
import { createChain } from './chain/createChain.ts'
import type { Chain } from './chain/types.ts'
import { openJournal, replaceJournal } from './store/journal.ts'
import type { Line } from './store/lines.ts'
import { readBakedLines } from './store/readBaked.ts'
import { restore } from './store/restore.ts'
import { storeChanges } from './store/storeChanges.ts'

/** Options for opening a chain. */
export type OpenChainOptions = {
  /** The folder of the states of all chains. Without it, nothing is stored. */
  stateDir: string | undefined
  bakeId: string
  /** Deletes the stored state. */
  fresh: boolean
  now: () => number
  onNotice: (text: string) => void
}

/**
 * Opens the chain with its baked history and what was stored since then. Its changes are stored
 * until `close` is called.
 */
export async function openChain(
  options: OpenChainOptions,
): Promise<{ chain: Chain; close: () => Promise<void> }> {
  const { stateDir, bakeId, fresh, now, onNotice } = options
  const folder = stateDir && join(stateDir, 'chains', 'bitcoin')
  const journal = await openJournal({ folder, bakeId, fresh, onNotice })
  try {
    const baked = readBakedLines()
    let chain = chainOf(baked, now)
    try {
      restore(chain, journal.lines)
    } catch (error) {
      if (!(error instanceof DamagedError) || journal.file === undefined) throw error
      await replaceJournal(journal.file, error, { bakeId, onNotice })
      chain = chainOf(baked, now)
    }
    const end = journal.file === undefined ? () => {} : storeChanges(chain, journal.file, onNotice)
    return {
      chain,
      async close() {
        end()
        await journal.release()
      },
    }
  } catch (error) {
    await journal.release()
    throw error
  }
}

function chainOf(lines: readonly Line[], now: () => number): Chain {
  const chain = createChain(now)
  restore(chain, lines)
  return chain
}
