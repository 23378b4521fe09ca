import type { JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import type { JsonKind } from '@latchkey/server/jsonReader'

/**
 * How long the answer to a method may be, and which members of its objects are read; all where none are named. `result`: what its
 * result is when it is not null; absent where it may be more than one of them.
 */
export type AnswerLimits = JsonLimits & { members?: readonly string[]; result?: JsonKind }

const kibibyte = 1024
const mebibyte = 1024 * kibibyte
const word: AnswerLimits = { bytes: 4 * kibibyte, depth: 4, values: 64, members: [], result: 'scalar' }

/**
 * Answers to this service's own requests, each as long as its method needs. A contract that answers a call with more than fits is
 * read apart from the others, and refused.
 */
const methods: Readonly<Record<string, AnswerLimits>> = {
  eth_chainId: word,
  eth_syncing: { bytes: 4 * kibibyte, depth: 8, values: 512, members: [] },
  eth_call: { bytes: 4 * mebibyte, depth: 8, values: 256, members: [], result: 'scalar' },
  eth_getTransactionByHash: { bytes: mebibyte, depth: 16, values: 200_000, members: ['input'], result: 'object' },
  eth_getTransactionReceipt: { bytes: 64 * mebibyte, depth: 16, values: 4_000_000, result: 'object' },
  eth_getBlockByNumber: { bytes: 64 * mebibyte, depth: 16, values: 4_000_000, result: 'object' },
  eth_getBlockReceipts: { bytes: 128 * mebibyte, depth: 16, values: 8_000_000, result: 'list' },
  // a machine stops at 1024 calls inside each other, and a frame has two levels
  trace_block: { bytes: 256 * mebibyte, depth: 32, values: 32_000_000, result: 'list' },
  debug_traceBlockByNumber: { bytes: 256 * mebibyte, depth: 2_100, values: 32_000_000, result: 'list' },
}

const other: AnswerLimits = { bytes: mebibyte, depth: 32, values: 20_000 }

/** What a node's answer to a method may be: bytes, depth, number of values. A method that is not in the table gets 1 MiB. */
export function answerLimits(method: string): AnswerLimits {
  return (Object.hasOwn(methods, method) && methods[method]) || other
}

/** Answers that are passed on without a look at their results. */
export const passedOn: JsonLimits = { bytes: counts.rpcAnswerBytes, depth: 512, values: 5_000_000 }
