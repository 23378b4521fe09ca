import { NodesError, type Request } from '../../../providers/nodes.ts'
import { readings } from './esploraWire.ts'

/** The newest block of a node's chain. */
export type Tip = { height: number; hash: string }

/**
 * The lower one of the tips of two nodes that say the same about an account. One of them may have
 * invented a higher block.
 */
export const lowerTip = (first: Tip, second: Tip): Tip =>
  first.height <= second.height ? first : second

/** How often a reading is repeated because the chain grew meanwhile. */
const turns = 3

/**
 * Reads while a node's chain does not change, so that all answers are about the same blocks.
 * @param options.isRecent whether a height is not far behind what the chain already had
 * @throws NodesError when the chain is shorter than before, or changes all the time
 */
export async function atOneTip<value>(
  request: Request,
  { isRecent, signal }: { isRecent: (height: number) => boolean; signal: AbortSignal },
  work: (tip: Tip) => Promise<value>,
): Promise<{ tip: Tip; value: value }> {
  for (let turn = 0; turn < turns; turn += 1) {
    const height = await request('tipHeight', [], signal, readings.tipHeight)
    if (!isRecent(height)) throw new NodesError('The chain is shorter than before')
    const hash = await request('blockHash', [height], signal, readings.blockHash)
    const value = await work({ height, hash })
    const [newHeight, newHash] = await Promise.all([
      request('tipHeight', [], signal, readings.tipHeight),
      request('blockHash', [height], signal, readings.blockHash),
    ])
    if (newHeight === height && newHash === hash) return { tip: { height, hash }, value }
  }
  throw new NodesError('The chain changes while it is read')
}
