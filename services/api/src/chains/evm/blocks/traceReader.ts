import { wait } from '@latchkey/server/waiting'
import { NodesError, type Nodes } from '../../../providers/nodes.ts'
import { notServed } from '../../../indexer/notServed.ts'
import { SourceError } from '../../../indexer/sourceError.ts'
import { callFrames, parityTraces, type TracedBlock } from './traces.ts'
import type { InternalTransfer } from './wire.ts'

/**
 * `tries`: how often a block's traces are requested. `failures`: after so many consecutive blocks
 * without traces, they are requested only once for each block.
 */
const attempts = { tries: 2, failures: 4 }

type Traceable = TracedBlock & { number: number }

const tracers = [
  { method: 'trace_block', params: [], reading: parityTraces },
  { method: 'debug_traceBlockByNumber', params: [{ tracer: 'callTracer' }], reading: callFrames },
] as const

/**
 * Makes the reader of the coins that contracts sent in a block. It returns undefined if no node
 * reports them, because the block without them is better than no block. If a request failed and may
 * succeed later, it is repeated once after a pause.
 * @param hashAt returns the hash of the block that the nodes now have at a number
 * @param pause milliseconds between the two requests
 */
export function createTraceReader(
  nodes: Nodes,
  hashAt: (number: number, signal: AbortSignal) => Promise<string | undefined>,
  pause = 500,
) {
  let usable: readonly (typeof tracers)[number][] = tracers
  let failures = 0

  /** Tries each method. `mayWork`: whether one of the failed methods may succeed later. */
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
    // without traces, perhaps because a reorg has replaced the block
    if ((await hashAt(block.number, signal)) !== block.hash)
      throw new SourceError('The block was replaced while it was traced')
    return undefined
  }
}
