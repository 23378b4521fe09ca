import type { Hex } from 'viem'
import { NodesError } from '../../../providers/nodes.ts'

/** Number of hex digits of a word. */
const word = 64

/**
 * The results of Multicall3's `aggregate3`: a list of pairs of success and bytes. A failed call
 * gives undefined. A general decoder follows every pointer, and a hostile node could let all
 * pointers lead to the same long bytes. Here the results together are never longer than the answer.
 * Source: Solidity's ABI specification
 * @throws NodesError when the number of results is wrong, or the list is invalid
 */
export function readResults(answer: unknown, count: number): (Hex | undefined)[] {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer))
    throw new NodesError('The node answered a call with something that is not hex')
  const list = 2 + 2 * numberAt(answer, 2)
  if (numberAt(answer, list) !== count)
    throw new NodesError('The node answered another number of results')
  const pairs = list + word
  let length = 0
  return Array.from({ length: count }, (_, index): Hex | undefined => {
    const pair = pairs + 2 * numberAt(answer, pairs + index * word)
    const succeeded = numberAt(answer, pair) === 1
    const bytes = pair + 2 * numberAt(answer, pair + word)
    const digits = 2 * numberAt(answer, bytes)
    const end = bytes + word + digits
    length += digits
    if (end > answer.length || length > answer.length)
      throw new NodesError('The node answered a call with something that does not decode')
    return succeeded ? `0x${answer.slice(bytes + word, end)}` : undefined
  })
}

/** Reads a word as a small number. @throws NodesError */
function numberAt(answer: string, place: number): number {
  const digits = answer.slice(place, place + word)
  if (digits.length !== word || !/^0{56}/.test(digits))
    throw new NodesError('The node answered a call with something that does not decode')
  return Number.parseInt(digits.slice(56), 16)
}
