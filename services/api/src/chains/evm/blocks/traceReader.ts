import { wait } from '@latchkey/server/waiting'
import { NodesError, type Nodes } from '../../../providers/nodes.ts'
import { notServed } from '../../../indexer/notServed.ts'
import { SourceError } from '../../../indexer/sourceError.ts'
import { callFrames, parityTraces, type TracedBlock } from './traces.ts'
import type { InternalTransfer } from './wire.ts'

/**
 * Limits: attempts at a block's traces, and blocks in a row without traces after which there is one
 * attempt only.
 */
const attempts = { tries: 2, failures: 4 }

type Traceable = TracedBlock & { number: number }

const tracers = [
  { method: 'trace_block', params: [], reading: parityTraces },
  { method: 'debug_traceBlockByNumber', params: [{ tracer: 'callTracer' }], reading: callFrames },
] as const

/**
 * Reads the coins that contracts sent in a block. Undefined where no node reports them, because a
 * block without them is better than no block. An answer that is too large, late, too deep or
 * invalid is requested once more after a pause.
 * @param hashAt the current hash of the node's block
 * @param pause milliseconds between two attempts
 */
export function createTraceReader(
  nodes: Nodes,
  hashAt: (number: number, signal: AbortSignal) => Promise<string | undefined>,
  pause = 500,
) {
  let usable: readonly (typeof tracers)[number][] = tracers
  let failures = 0

  /** @returns `found`: undefined when no tracer works; `mayWork`: whether one may work later */
  async function tryAll(
    block: Traceable,
    signal: AbortSignal,
  ): Promise<{ found: InternalTransfer[] | undefined; mayWork: boolean }> {
    let mayWork = false
    for (const { method, params, reading } of usable) {
      try {
        return {
          found: await nodes.request(
            method,
            [`0x${block.number.toString(16)}`, ...params],
            signal,
            reading(block),
          ),
          mayWork,
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof NodesError)) throw error
        if (notServed.includes(error.code))
          usable = usable.filter((other) => other.method !== method)
        mayWork ||= error.code === undefined && !error.isTooLarge
      }
    }
    return { found: undefined, mayWork }
  }

  return async (block: Traceable, signal: AbortSignal): Promise<InternalTransfer[] | undefined> => {
    for (let tries = 1; usable.length > 0; tries += 1) {
      const { found, mayWork } = await tryAll(block, signal)
      if (found) {
        failures = 0
        return found
      }
      if (!mayWork || tries >= attempts.tries || failures >= attempts.failures) break
      await wait(pause, signal)
      signal.throwIfAborted()
    }
    if (usable.length === 0) return undefined
    failures += 1
    // a reorg may have replaced this block, which would explain the missing traces
    if ((await hashAt(block.number, signal)) !== block.hash)
      throw new SourceError('The block was replaced while it was traced')
    return undefined
  }
}
