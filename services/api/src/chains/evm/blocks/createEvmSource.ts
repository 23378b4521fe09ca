import { notServed } from '../../../indexer/notServed.ts'
import type { ChainSource } from '../../../indexer/chainSource.ts'
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

/** The gas of an empty call: no code has run. */
const bareGas = 21_000n

/**
 * Reads blocks over JSON-RPC. A method that a node does not serve is requested only once.
 * @param options.tracePause milliseconds before a second attempt at a block's traces. @default 500
 */
export function createEvmSource(nodes: Nodes, options: { tracePause?: number } = {}): ChainSource {
  let hasBlockReceipts = true
  const headerAt = (place: string, signal: AbortSignal) =>
    nodes.request('eth_getBlockByNumber', [place, false], signal, headerReading)
  const traces = createTraceReader(
    nodes,
    async (number, signal) => (await headerAt(toHex(number), signal))?.hash,
    options.tracePause,
  )

  async function receiptsOf(
    number: number,
    hashes: () => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<readonly Receipt[]> {
    if (hasBlockReceipts) {
      try {
        return (
          (await nodes.request('eth_getBlockReceipts', [toHex(number)], signal, receiptsReading)) ??
          []
        )
      } catch (error) {
        if (!(error instanceof NodesError) || !notServed.includes(error.code)) throw error
        hasBlockReceipts = false
      }
    }
    const found: Receipt[] = []
    for (const hash of await hashes()) {
      const receipt = await nodes.request(
        'eth_getTransactionReceipt',
        [hash],
        signal,
        receiptReading,
      )
      if (receipt) found.push(receipt)
    }
    return found
  }

  return {
    async newest(signal) {
      const newest = await headerAt('latest', signal)
      if (!newest) throw new SourceError('The node has no newest block')
      return withParent(newest)
    },
    numbers: async (first, last, max) =>
      Array.from(
        { length: Math.max(0, Math.min(max, last - first + 1)) },
        (_, index) => first + index,
      ),
    async header(number, signal) {
      const found = (await headerAt(toHex(number), signal)) ?? undefined
      if (found && found.number !== number)
        throw new SourceError('The header belongs to another block')
      return found && withParent(found)
    },
    async block(number, signal) {
      const pending = nodes.request(
        'eth_getBlockByNumber',
        [toHex(number), true],
        signal,
        blockReading,
      )
      const [block, receipts] = await Promise.all([
        pending,
        receiptsOf(
          number,
          async () => (await pending)?.transactions.map(({ hash }) => hash) ?? [],
          signal,
        ),
      ])
      if (!block) return undefined
      const fits =
        block.number === number &&
        receipts.length === block.transactions.length &&
        block.transactions.every(
          ({ hash, transactionIndex }, index) =>
            transactionIndex === index &&
            receipts[index]?.transactionHash === hash &&
            receipts[index]?.blockHash === block.hash,
        )
      if (!fits) throw new SourceError('The receipts belong to another block')
      const hasRun = receipts.some(({ gasUsed }) => gasUsed !== bareGas)
      const whole: WireBlock = {
        ...block,
        receipts,
        internal: hasRun ? await traces(block, signal) : [],
      }
      return {
        ...withParent(whole),
        weight: receipts.reduce((sum, { logs }) => sum + logs.length, 0),
        index: (knowledge) => indexBlock(whole, knowledge),
      }
    },
    tip: (signal) =>
      nodes.together(async (request) => {
        const [newest, isSyncing] = await Promise.all([
          request('eth_getBlockByNumber', ['latest', true], signal, blockReading),
          isSyncingNode(request, signal),
        ])
        const again =
          newest &&
          (await request(
            'eth_getBlockByNumber',
            [toHex(newest.number), true],
            signal,
            blockReading,
          ))
        return {
          hash: newest?.hash ?? '',
          hasBody: newest !== null && again?.hash === newest.hash,
          isSyncing,
        }
      }, signal),
    isSyncing: (signal) => isSyncingNode(nodes.request, signal),
  }
}

/**
 * Whether the node is syncing. Some public services do not serve the method; such a node counts as
 * not syncing.
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
