import { notServed } from '../../../indexer/notServed.ts'
import type { ChainSource, Knowledge } from '../../../indexer/chainSource.ts'
import { SourceError } from '../../../indexer/sourceError.ts'
import { NodesError, type Nodes, type Request } from '../../../providers/nodes.ts'
import { indexBlock } from './indexBlock.ts'
import { createTraceReader } from './traceReader.ts'
import {
  blockReading,
  headerReading,
  receiptReading,
  receiptsReading,
  type Header,
  type Receipt,
  type WireBlock,
} from './wire.ts'

/** The gas of a transaction in which no code ran. */
const bareGas = 21_000n

/**
 * Makes the reader of a chain's blocks.
 * @param options.tracePause milliseconds before a block's traces are requested again. @default 500
 */
export function createEvmSource(nodes: Nodes, options: { tracePause?: number } = {}): ChainSource {
  return new EvmSource(nodes, options.tracePause)
}

/**
 * Reads blocks over JSON-RPC. A method for receipts or traces that a node does not know is not
 * requested again.
 */
class EvmSource implements ChainSource {
  readonly #nodes: Nodes
  readonly #traces: ReturnType<typeof createTraceReader>
  #hasBlockReceipts = true

  constructor(nodes: Nodes, tracePause: number | undefined) {
    this.#nodes = nodes
    this.#traces = createTraceReader(
      nodes,
      async (number, signal) => (await this.#headerAt(toHex(number), signal))?.hash,
      tracePause,
    )
  }

  async newest(signal: AbortSignal) {
    const newest = await this.#headerAt('latest', signal)
    if (!newest) throw new SourceError('The node has no newest block')
    return withParent(newest)
  }

  async numbers(first: number, last: number, max: number) {
    const length = Math.max(0, Math.min(max, last - first + 1))
    return Array.from({ length }, (_, index) => first + index)
  }

  async header(number: number, signal: AbortSignal) {
    const found = (await this.#headerAt(toHex(number), signal)) ?? undefined
    if (found && found.number !== number)
      throw new SourceError('The header belongs to another block')
    return found && withParent(found)
  }

  async block(number: number, signal: AbortSignal) {
    const pending = readBlock(this.#nodes.request, toHex(number), signal)
    const hashes = async () => (await pending)?.transactions.map(({ hash }) => hash) ?? []
    const [block, receipts] = await Promise.all([pending, this.#receiptsOf(number, hashes, signal)])
    if (!block) return undefined
    if (block.number !== number || !belongTo(block, receipts))
      throw new SourceError('The receipts belong to another block')
    const hasRun = receipts.some(({ gasUsed }) => gasUsed !== bareGas)
    const whole: WireBlock = {
      ...block,
      receipts,
      internal: hasRun ? await this.#traces(block, signal) : [],
    }
    return {
      ...withParent(whole),
      weight: receipts.reduce((sum, { logs }) => sum + logs.length, 0),
      index: (knowledge: Knowledge) => indexBlock(whole, knowledge),
    }
  }

  tip(signal: AbortSignal) {
    return this.#nodes.together(async (request) => {
      const [newest, isSyncing] = await Promise.all([
        readBlock(request, 'latest', signal),
        isSyncingNode(request, signal),
      ])
      const again = newest && (await readBlock(request, toHex(newest.number), signal))
      return {
        hash: newest?.hash ?? '',
        hasBody: newest !== null && again?.hash === newest.hash,
        isSyncing,
      }
    }, signal)
  }

  isSyncing(signal: AbortSignal) {
    return isSyncingNode(this.#nodes.request, signal)
  }

  #headerAt(place: string, signal: AbortSignal) {
    return this.#nodes.request('eth_getBlockByNumber', [place, false], signal, headerReading)
  }

  /**
   * The receipts of a block.
   * @param hashes returns the hashes of the block's transactions; they are needed if the node
   *   cannot return all receipts at once
   */
  async #receiptsOf(
    number: number,
    hashes: () => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<readonly Receipt[]> {
    const { request } = this.#nodes
    if (this.#hasBlockReceipts) {
      try {
        const place = [toHex(number)]
        return (await request('eth_getBlockReceipts', place, signal, receiptsReading)) ?? []
      } catch (error) {
        if (!(error instanceof NodesError) || !notServed.includes(error.code)) throw error
        this.#hasBlockReceipts = false
      }
    }
    const found: Receipt[] = []
    for (const hash of await hashes()) {
      const receipt = await request('eth_getTransactionReceipt', [hash], signal, receiptReading)
      if (receipt) found.push(receipt)
    }
    return found
  }
}

/** Reads a block with its transactions. @param place the block's number in hex, or `latest` */
const readBlock = (request: Request, place: string, signal: AbortSignal) =>
  request('eth_getBlockByNumber', [place, true], signal, blockReading)

/** Whether these are the receipts of exactly this block's transactions, in order. */
const belongTo = (
  { hash: blockHash, transactions }: Pick<WireBlock, 'hash' | 'transactions'>,
  receipts: readonly Receipt[],
): boolean =>
  receipts.length === transactions.length &&
  transactions.every(
    ({ hash, transactionIndex }, index) =>
      transactionIndex === index &&
      receipts[index]?.transactionHash === hash &&
      receipts[index]?.blockHash === blockHash,
  )

/**
 * Whether the node is still syncing. Some public services do not know the method; then the node
 * counts as synced.
 */
async function isSyncingNode(request: Request, signal: AbortSignal): Promise<boolean> {
  try {
    return (await request('eth_syncing', [], signal)) !== false
  } catch (error) {
    if (error instanceof NodesError && notServed.includes(error.code)) return false
    throw error
  }
}

const withParent = <header extends Header>(header: header) => ({
  ...header,
  parentNumber: header.number - 1,
})

const toHex = (number: number) => `0x${number.toString(16)}`
