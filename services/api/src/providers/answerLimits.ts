import type { JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import type { JsonKind } from '@latchkey/server/jsonReader'

/**
 * Limits for the answer to a method. `members`: the members of its objects that are read; absent:
 * all. `result`: the kind of its result when it is not null; absent where several kinds are
 * possible.
 */
export type AnswerLimits = JsonLimits & { members?: readonly string[]; result?: JsonKind }

const kibibyte = 1024
const mebibyte = 1024 * kibibyte
const word: AnswerLimits = {
  bytes: 4 * kibibyte,
  depth: 4,
  values: 64,
  members: [],
  result: 'scalar',
}

/**
 * Limits for answers to this service's own requests, by method. A contract whose answer to a call
 * exceeds them is called separately, and its answer is refused.
 */
const methods: Readonly<Record<string, AnswerLimits>> = {
  eth_chainId: word,
  eth_syncing: { bytes: 4 * kibibyte, depth: 8, values: 512, members: [] },
  eth_call: { bytes: 4 * mebibyte, depth: 8, values: 256, members: [], result: 'scalar' },
  eth_getTransactionByHash: {
    bytes: mebibyte,
    depth: 16,
    values: 200_000,
    members: ['input'],
    result: 'object',
  },
  eth_getTransactionReceipt: {
    bytes: 64 * mebibyte,
    depth: 16,
    values: 4_000_000,
    result: 'object',
  },
  eth_getBlockByNumber: { bytes: 64 * mebibyte, depth: 16, values: 4_000_000, result: 'object' },
  eth_getBlockReceipts: { bytes: 128 * mebibyte, depth: 16, values: 8_000_000, result: 'list' },
  // the EVM stops at 1024 nested calls, and a frame has two levels
  trace_block: { bytes: 256 * mebibyte, depth: 32, values: 32_000_000, result: 'list' },
  debug_traceBlockByNumber: {
    bytes: 256 * mebibyte,
    depth: 2_100,
    values: 32_000_000,
    result: 'list',
  },
  // Solana
  getGenesisHash: word,
  getSlot: word,
  getHealth: word,
  getBalance: { bytes: 4 * kibibyte, depth: 8, values: 64, members: ['value'], result: 'object' },
  getBlocks: { bytes: 16 * mebibyte, depth: 4, values: 600_000, members: [], result: 'list' },
  getBlocksWithLimit: { bytes: mebibyte, depth: 4, values: 20_000, members: [], result: 'list' },
  getBlock: { bytes: 128 * mebibyte, depth: 32, values: 8_000_000, result: 'object' },
  getTokenAccountsByOwner: {
    bytes: 16 * mebibyte,
    depth: 16,
    values: 1_000_000,
    members: [
      'value',
      'account',
      'data',
      'parsed',
      'info',
      'mint',
      'owner',
      'tokenAmount',
      'amount',
      'decimals',
    ],
    result: 'object',
  },
  getMultipleAccounts: {
    bytes: 16 * mebibyte,
    depth: 8,
    values: 20_000,
    members: ['value', 'owner', 'data'],
    result: 'object',
  },
}

const other: AnswerLimits = { bytes: mebibyte, depth: 32, values: 20_000 }

/**
 * The limits for a node's answer to a method: bytes, depth, number of values. A method that is not
 * in the table gets 1 MiB.
 */
export function answerLimits(method: string): AnswerLimits {
  return (Object.hasOwn(methods, method) && methods[method]) || other
}

/** Limits for answers that are forwarded unread. */
export const forwardLimits: JsonLimits = {
  bytes: counts.rpcAnswerBytes,
  depth: 512,
  values: 5_000_000,
}
