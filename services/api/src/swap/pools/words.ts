import type { Hex } from 'viem'

/**
 * Reads a word of an ABI-encoded answer as an unsigned number. Undefined if the answer is too
 * short.
 */
export function wordOf(answer: Hex | undefined, index: number): bigint | undefined {
  const digits = answer?.slice(2 + 64 * index, 66 + 64 * index)
  return digits?.length === 64 ? BigInt(`0x${digits}`) : undefined
}

/**
 * Reads a word of an ABI-encoded answer as a signed number. Undefined if the answer is too short.
 */
export function signedWordOf(answer: Hex | undefined, index: number): bigint | undefined {
  const word = wordOf(answer, index)
  return word === undefined ? undefined : BigInt.asIntN(256, word)
}
