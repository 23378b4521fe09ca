import { notServed } from '../../../indexer/notServed.ts'
import type { ChainSource, SourceBlock, SourceHeader } from '../../../indexer/chainSource.ts'
import { SourceError } from '../../../indexer/sourceError.ts'
import { NodesError, type Nodes, type Request } from '../../../providers/nodes.ts'
import {
  slotReading,
  slotsReading,
  solanaBlock,
  solanaHeader,
  type WireHeader,
} from './blockWire.ts'
import { indexSolanaBlock } from './indexSolanaBlock.ts'
import { readTransaction } from './readTransaction.ts'

/**
 * Error codes of nodes. `skipped`: the slot has no block. `notYet`: the block does not exist yet.
 * `behind`: the node is behind. Source: Agave's custom errors
 */
const codes = { skipped: [-32007, -32009], notYet: [-32004, -32014], behind: -32005 }
/**
 * - `max`: maximum of slots whose blocks a node lists in one call
 * - `first`: number of slots of the first search for the newest block
 * - `searches`: after so many searches without a block, the node's answers count as wrong
 */
const spans = { max: 400_000, first: 64, searches: 50 }
const commitment = 'confirmed'
const brief = {
  commitment,
  encoding: 'json',
  transactionDetails: 'none',
  rewards: false,
  maxSupportedTransactionVersion: 0,
}
const full = { ...brief, transactionDetails: 'full' }

/**
 * Reads confirmed blocks of Solana over JSON-RPC. The number of a block is the number of its slot;
 * a slot may have no block.
 * @param options.startBlock the first slot that is indexed
 */
export function createSolanaSource(
  nodes: Nodes,
  { startBlock }: { startBlock: number },
): ChainSource {
  const search = new NewestSearch(startBlock)
  return {
    newest: (signal) => nodes.together((request) => search.newest(request, signal), signal),
    async numbers(first, last, max, signal) {
      const found = await nodes.request(
        'getBlocksWithLimit',
        [first, max, { commitment }],
        signal,
        slotsReading(first, Number.MAX_SAFE_INTEGER),
      )
      return found.slice(0, max).filter((number) => number <= last)
    },
    header: (number, signal) => headerAt(nodes.request, number, signal),
    async block(number, signal): Promise<SourceBlock | undefined> {
      const found = await blockAt(nodes.request, number, signal)
      if (typeof found !== 'object') return undefined
      const weight = found.transactions.reduce((sum, { moves }) => sum + moves.length, 0)
      return {
        ...headerOf(number, found),
        weight,
        index: () => ({ indexed: indexSolanaBlock(number, found), newPools: [] }),
      }
    },
    tip: (signal) =>
      nodes.together(async (request) => {
        const [{ number, hash }, isSyncing] = await Promise.all([
          search.newest(request, signal),
          isBehind(request, signal),
        ])
        const again = await blockAt(request, number, signal)
        return { hash, hasBody: typeof again === 'object' && again.blockhash === hash, isSyncing }
      }, signal),
    isSyncing: (signal) => isBehind(nodes.request, signal),
  }
}

/** Finds the newest block. Each search begins at the block that the previous search has found. */
class NewestSearch {
  readonly #startBlock: number
  #seen: number | undefined

  constructor(startBlock: number) {
    this.#startBlock = startBlock
  }

  /**
   * Reads the newest block that can be read. A node may list a block shortly before it can return
   * it.
   */
  async newest(request: Request, signal: AbortSignal): Promise<SourceHeader> {
    const slots = await this.#slots(request, signal)
    for (const number of slots.slice(-3).toReversed()) {
      const found = await headerAt(request, number, signal)
      if (typeof found !== 'object') continue
      this.#seen = number
      return found
    }
    throw new SourceError('The node has not got its newest block')
  }

  /**
   * The newest slots that have blocks, in ascending order, at least one slot.
   * @throws SourceError when the node lists no block
   */
  async #slots(request: Request, signal: AbortSignal): Promise<readonly number[]> {
    const slot = await request('getSlot', [{ commitment }], signal, slotReading)
    const list = (first: number, last: number) =>
      request('getBlocks', [first, last, { commitment }], signal, slotsReading(first, last))
    const seen = this.#seen
    const near =
      seen !== undefined && seen <= slot && slot - seen < spans.max ? await list(seen, slot) : []
    if (near.length > 0) return near
    let last = slot
    for (let searches = 0; searches < spans.searches && last >= this.#startBlock; searches += 1) {
      const first = Math.max(
        this.#startBlock,
        last - (searches === 0 ? spans.first : spans.max) + 1,
      )
      const found = await list(first, last)
      if (found.length > 0) return found
      last = first - 1
    }
    throw new SourceError('The node has no block')
  }
}

async function headerAt(
  request: Request,
  number: number,
  signal: AbortSignal,
): Promise<SourceHeader | 'skipped' | undefined> {
  const found = await orAbsent(request('getBlock', [number, brief], signal, solanaHeader))
  return typeof found === 'object' ? headerOf(number, found) : found
}

/** Reads a block with its transactions. */
const blockAt = (request: Request, number: number, signal: AbortSignal) =>
  orAbsent(request('getBlock', [number, full], signal, solanaBlock(readTransaction)))

function headerOf(
  number: number,
  { blockhash, previousBlockhash, parentSlot, blockTime }: WireHeader,
): SourceHeader {
  // the first block names itself as its parent
  const parentNumber = number === 0 ? -1 : parentSlot
  if (parentNumber >= number) throw new SourceError('A block is older than its parent')
  return {
    number,
    hash: blockhash,
    parentNumber,
    parentHash: previousBlockhash,
    timestamp: blockTime,
  }
}

/**
 * The result of a call. `skipped`: the slot has no block. Undefined: the block does not exist yet.
 * @throws NodesError
 */
async function orAbsent<value>(
  pending: Promise<value | null>,
): Promise<value | 'skipped' | undefined> {
  try {
    return (await pending) ?? undefined
  } catch (error) {
    if (error instanceof NodesError && codes.skipped.some((code) => code === error.code))
      return 'skipped'
    if (error instanceof NodesError && codes.notYet.some((code) => code === error.code))
      return undefined
    throw error
  }
}

async function isBehind(request: Request, signal: AbortSignal): Promise<boolean> {
  try {
    return (await request('getHealth', [], signal)) !== 'ok'
  } catch (error) {
    if (error instanceof NodesError && error.code === codes.behind) return true
    if (error instanceof NodesError && notServed.includes(error.code)) return false
    throw error
  }
}
