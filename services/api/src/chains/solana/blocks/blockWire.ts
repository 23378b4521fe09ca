/**
 * The fields that are read of nodes' answers about Solana blocks. Source: Solana's JSON-RPC,
 * `getBlock` with `encoding: json`
 */
import { isRecord } from '@latchkey/protocol/isObject'
import { listOf, readShape } from '@latchkey/protocol/border'
import * as v from 'valibot'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { scalars, type Reading } from '../../../providers/rpcAnswer.ts'
import { lamports, tokenAmount } from '../amounts.ts'
import { toKey } from '../solanaKey.ts'

/**
 * Maximum of accounts and instructions of a transaction, of inner calls, and of transactions in a
 * block. The network allows fewer.
 */
const max = { accounts: 256, calls: 512, transactions: 100_000 }

/** A text in base58 that has to decode to this number of bytes. The result is hex. */
/* @__NO_SIDE_EFFECTS__ */
function bytes(length: number, letters: RegExp) {
  return v.pipe(v.string(), v.regex(letters), v.transform(toKey), v.length(2 + 2 * length))
}

const key = bytes(32, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const signature = bytes(64, /^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
const slot = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const place = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max.accounts - 1))
const data = v.pipe(v.string(), v.maxLength(20_000), v.regex(/^[1-9A-HJ-NP-Za-km-z]*$/))

const instruction = v.object({
  programIdIndex: place,
  accounts: listOf(place, max.accounts),
  data,
})
export type WireInstruction = v.InferOutput<typeof instruction>
const tokenBalance = v.object({
  accountIndex: place,
  mint: key,
  owner: v.nullish(key),
  uiTokenAmount: tokenAmount,
})
export type WireTokenBalance = v.InferOutput<typeof tokenBalance>
const tokenBalances = v.nullish(listOf(tokenBalance, max.accounts), [])

const transaction = v.object({
  transaction: v.object({
    signatures: v.pipe(listOf(signature, max.accounts), v.minLength(1)),
    message: v.object({
      accountKeys: v.pipe(listOf(key, max.accounts), v.minLength(1)),
      instructions: listOf(instruction, max.calls),
    }),
  }),
  meta: v.object({
    err: v.unknown(),
    fee: lamports,
    preBalances: listOf(lamports, max.accounts),
    postBalances: listOf(lamports, max.accounts),
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
    innerInstructions: v.nullish(
      listOf(v.object({ index: place, instructions: listOf(instruction, max.calls) }), max.calls),
      [],
    ),
    loadedAddresses: v.nullish(
      v.object({ writable: listOf(key, max.accounts), readonly: listOf(key, max.accounts) }),
    ),
  }),
})
/** A transaction in a node's answer. */
export type WireTransaction = v.InferOutput<typeof transaction>

const headerEntries = { blockhash: key, previousBlockhash: key, parentSlot: slot, blockTime: slot }
const header = v.object(headerEntries)
export type WireHeader = v.InferOutput<typeof header>
/** A block in a node's answer. Its transactions were already reduced to what is needed. */
export type WireSolanaBlock<read> = WireHeader & { transactions: readonly read[] }

const kinds = {
  result: { ...scalars(Object.keys(headerEntries)), transactions: 'list' },
  transactions: { transaction: 'object', meta: 'object' },
  transaction: { signatures: 'list', message: 'object' },
  message: { accountKeys: 'list', instructions: 'list' },
  instructions: { programIdIndex: 'scalar', accounts: 'list', data: 'scalar' },
  meta: {
    fee: 'scalar',
    preBalances: 'list',
    postBalances: 'list',
    preTokenBalances: 'list',
    postTokenBalances: 'list',
    innerInstructions: 'list',
    loadedAddresses: 'object',
  },
} as const

/** The names of all members that are read of a block. */
export const blockMembers: readonly string[] = [
  ...Object.keys(headerEntries),
  ...Object.keys(kinds.result),
  ...Object.keys(kinds.transactions),
  ...Object.keys(kinds.transaction),
  ...Object.keys(kinds.message),
  ...Object.keys(kinds.instructions),
  ...Object.keys(kinds.meta),
  'err',
  'accountIndex',
  'mint',
  'owner',
  'uiTokenAmount',
  'amount',
  'decimals',
  'index',
  'writable',
  'readonly',
]

/** Reads the header of a block; null if there is no block. */
export const solanaHeader: Reading<WireHeader | null> = {
  members: Object.keys(headerEntries),
  kinds: { result: kinds.result },
  begin: () => ({ read: (result) => readShape(v.nullable(header), result) }),
}

/**
 * Reads a block. `reduceTransaction` reduces each transaction as it arrives. If it throws, the
 * node's answer counts as invalid.
 */
export function solanaBlock<read extends object>(
  reduceTransaction: (transaction: WireTransaction) => read,
): Reading<WireSolanaBlock<read> | null> {
  const block = v.object({
    ...headerEntries,
    transactions: listOf(v.custom<read>(isRecord), max.transactions),
  })
  return {
    wideIntegers: true,
    members: blockMembers,
    objectLists: [
      'transactions',
      'instructions',
      'innerInstructions',
      'preTokenBalances',
      'postTokenBalances',
    ],
    scalarLists: [
      'signatures',
      'accountKeys',
      'accounts',
      'preBalances',
      'postBalances',
      'writable',
      'readonly',
    ],
    kinds,
    begin: () => ({
      reduce: (value, { name }) =>
        name === 'transactions' ? reduceTransaction(readShape(transaction, value)) : value,
      read: (result) => readShape(v.nullable(block), result),
    }),
  }
}

const slots = listOf(slot, 600_000)

/** Reads the numbers of blocks from `first` to `last`, in ascending order. */
export function slotsReading(first: number, last: number): Reading<readonly number[]> {
  return {
    begin: () => ({
      read(result) {
        const list = readShape(slots, result)
        if (
          list.some(
            (entry, index) =>
              entry < Math.max(first, index === 0 ? 0 : (list[index - 1] ?? 0) + 1) || entry > last,
          )
        )
          throw new RangeError('Blocks that were not asked for')
        return list
      },
    }),
  }
}

/** Reads the number of a slot. */
export const slotReading: Reading<number> = {
  begin: () => ({ read: (result) => readShape(slot, result) }),
}

/**
 * The addresses of a transaction, in the order in which instructions number them: first the
 * addresses in the message, then those from lookup tables.
 */
export function accountsOf({
  transaction: { message },
  meta: { loadedAddresses },
}: WireTransaction): readonly Hex[] {
  return [
    ...message.accountKeys,
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ]
}
