import { DamagedError } from '../../checkedLines.ts'
import { acceptJudged, dropTransaction } from '../chain/acceptTransaction.ts'
import { connectBlock, disconnectTip } from '../chain/connectBlock.ts'
import type { Chain } from '../chain/types.ts'
import { judgeWithoutScripts } from '../judge/judge.ts'
import { readBlock } from '../wire/block.ts'
import { readTransaction } from '../wire/transaction.ts'
import type { Line } from './lines.ts'

/**
 * Repeats what stored lines have, on the chain from which they began. Scripts do not run again.
 * @throws DamagedError if the lines do not fit to the chain
 */
export function restore(chain: Chain, lines: readonly Line[]): void {
  try {
    for (const line of lines) repeat(chain, line)
  } catch (cause) {
    throw new DamagedError('a line does not fit to the chain', { cause })
  }
}

function repeat(chain: Chain, line: Line): void {
  switch (line.kind) {
    case 'head':
      return
    case 'transaction': {
      const transaction = readTransaction(Buffer.from(line.hex, 'hex'))
      acceptJudged(chain, judgeWithoutScripts(chain, transaction), line.time)
      return
    }
    case 'block':
      return connectBlock(chain, readBlock(Buffer.from(line.hex, 'hex'), chain.blocks.length))
    case 'disconnect':
      chain.counts.branches += 1
      disconnectTip(chain)
      return
    case 'drop':
      return dropTransaction(chain, line.txid)
  }
}
