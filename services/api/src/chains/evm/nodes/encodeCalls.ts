import type { Hex } from 'viem'

/** A call that reads from a contract. */
export type ContractCall = { target: `0x${string}`; callData: Hex }

/** The selector of `aggregate3((address,bool,bytes)[])`. */
const selector = '0x82ad56cb'
/** The number of bytes and of hex digits of a word. */
const [size, digits] = [32, 64]

const wordOf = (value: number) => value.toString(16).padStart(digits, '0')

/**
 * The data of a call to Multicall3's `aggregate3`, in which each inner call may fail. A swap quote
 * needs thousands of calls, and viem's general encoder would block all other requests for too long.
 * Source: Solidity's ABI specification
 */
export function encodeCalls(calls: readonly ContractCall[]): Hex {
  let place = calls.length * size
  const places: string[] = []
  const bodies: string[] = []
  for (const { target, callData } of calls) {
    const length = callData.length / 2 - 1
    const words = Math.ceil(length / size)
    places.push(wordOf(place))
    // the target, whether the call may fail, the offset of its data, and the data
    bodies.push(
      target.slice(2).toLowerCase().padStart(digits, '0'),
      wordOf(1),
      wordOf(3 * size),
      wordOf(length),
      callData.slice(2).padEnd(words * digits, '0'),
    )
    place += (4 + words) * size
  }
  return `${selector}${wordOf(size)}${wordOf(calls.length)}${places.join('')}${bodies.join('')}`
}
