import * as v from 'valibot'
import { NodesError, type Nodes } from '../providers/nodes.ts'
import { OtherBlockError, readCallFrames, readParityTraces, type TracedBlock } from './traces.ts'
import { block as blockSchema, header, oneReceipt, receipts as receiptsSchema, type Header, type InternalTransfer, type Receipt, type WireBlock } from './wire.ts'

/** Where blocks come from. Throws NodesError when nodes fail, SourceError when they contradict themselves; the signal's reason. */
export type ChainSource = {
  newest(signal: AbortSignal): Promise<Header>
  /** Undefined when the node has no such block. */
  header(number: number, signal: AbortSignal): Promise<Header | undefined>
  block(number: number, signal: AbortSignal): Promise<WireBlock | undefined>
  /** Whether the node says that it is still fetching the chain itself. */
  isSyncing(signal: AbortSignal): Promise<boolean>
}

/** What a node answered about a block does not fit together: perhaps the block was replaced meanwhile. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** JSON-RPC: the method does not exist, or is not served. Source: JSON-RPC 2.0, EIP-1474. */
const notServed: readonly (number | undefined)[] = [-32601, -32004]
/** What only the work of an empty call costs: no code has run. */
const bareGas = 21_000n

const tracers = [
  { method: 'trace_block', params: [], read: readParityTraces },
  { method: 'debug_traceBlockByNumber', params: [{ tracer: 'callTracer' }], read: readCallFrames },
] as const

/** Reads blocks over JSON-RPC. Methods that a node does not serve are asked for once. */
export function createChainSource(nodes: Nodes): ChainSource {
  let usable: readonly (typeof tracers)[number][] = tracers
  let hasBlockReceipts = true

  async function ask<schema extends v.GenericSchema>(schema: schema, method: string, params: readonly unknown[], signal: AbortSignal): Promise<v.InferOutput<schema>> {
    return check(schema, await nodes.request(method, params, signal), method)
  }

  async function receiptsOf(number: number, hashes: () => Promise<readonly string[]>, signal: AbortSignal): Promise<readonly Receipt[]> {
    if (hasBlockReceipts) {
      try {
        return await ask(v.nullable(receiptsSchema), 'eth_getBlockReceipts', [toHex(number)], signal).then((found) => found ?? [])
      } catch (error) {
        if (!(error instanceof NodesError) || !notServed.includes(error.code)) throw error
        hasBlockReceipts = false
      }
    }
    const found: Receipt[] = []
    for (const hash of await hashes()) found.push(await ask(oneReceipt, 'eth_getTransactionReceipt', [hash], signal))
    return found
  }

  async function internalOf(block: TracedBlock & { number: number }, signal: AbortSignal): Promise<InternalTransfer[] | undefined> {
    for (const tracer of usable) {
      try {
        return tracer.read(await nodes.request(tracer.method, [toHex(block.number), ...tracer.params], signal), block)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof OtherBlockError) throw new SourceError('The traces belong to another block', { cause: error })
        const isRefused = error instanceof v.ValiError || (error instanceof NodesError && error.code !== undefined)
        if (!isRefused) throw error
        if (error instanceof NodesError && notServed.includes(error.code)) usable = usable.filter((other) => other !== tracer)
      }
    }
    return undefined
  }

  return {
    newest: (signal) => ask(header, 'eth_getBlockByNumber', ['latest', false], signal),
    header: async (number, signal) => (await ask(v.nullable(header), 'eth_getBlockByNumber', [toHex(number), false], signal)) ?? undefined,
    async block(number, signal) {
      const asked = ask(v.nullable(blockSchema), 'eth_getBlockByNumber', [toHex(number), true], signal)
      const [block, receipts] = await Promise.all([asked, receiptsOf(number, async () => (await asked)?.transactions.map(({ hash }) => hash) ?? [], signal)])
      if (!block) return undefined
      const fits = block.number === number && receipts.length === block.transactions.length
        && block.transactions.every(({ hash, transactionIndex }, index) => transactionIndex === index && receipts[index]?.transactionHash === hash && receipts[index]?.blockHash === block.hash)
      if (!fits) throw new SourceError('The receipts belong to another block')
      const hasRun = receipts.some(({ gasUsed }) => gasUsed !== bareGas)
      return { ...block, receipts, internal: hasRun ? await internalOf(block, signal) : [] }
    },
    isSyncing: async (signal) => (await nodes.request('eth_syncing', [], signal)) !== false,
  }
}

const toHex = (number: number) => `0x${number.toString(16)}`

function check<schema extends v.GenericSchema>(schema: schema, answer: unknown, method: string): v.InferOutput<schema> {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  throw new SourceError(`The answer to ${method} has another shape at ${v.getDotPath(result.issues[0]) ?? 'its root'}`)
}
