import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { isWritable } from '../chain/resolveKeys.ts'
import type { ExecutedTransaction, InnerInstruction, Json } from '../chain/types.ts'
import { parseInstruction } from '../parsed/parseInstruction.ts'
import { readTransaction, type Message } from '../wire/readTransaction.ts'
import { RpcError } from './rpcError.ts'
import { asResult } from './statuses.ts'

/** The form in which a client requests transactions. */
export type TransactionEncoding =
  | {
      encoding?: 'json' | 'jsonParsed' | 'base58' | 'base64' | null | undefined
      maxSupportedTransactionVersion?: number | null | undefined
    }
  | null
  | undefined

/**
 * Writes a transaction with its result in the form in which validators answer. The answer has the
 * transaction's version only if the client sends `maxSupportedTransactionVersion`.
 * @throws RpcError for a v0 transaction if the client does not send it
 */
export function encodeTransaction(
  executed: ExecutedTransaction,
  config: TransactionEncoding,
): { [key: string]: Json } {
  const encoding = config?.encoding ?? 'json'
  const newest = config?.maxSupportedTransactionVersion ?? undefined
  const raw = Buffer.from(executed.raw, 'base64')
  const { message, signatures } = readTransaction(raw)
  if (message.version !== 'legacy' && newest === undefined) {
    throw new RpcError(
      'unsupportedVersion',
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    )
  }
  const keys = [...message.keys, ...executed.loaded.writable, ...executed.loaded.readonly]
  const transaction =
    encoding === 'base58' || encoding === 'base64'
      ? [encoding === 'base64' ? executed.raw : toBase58(raw), encoding]
      : {
          signatures: signatures.map(toBase58),
          message:
            encoding === 'json' ? encodeMessage(message) : parseMessage(message, keys, executed),
        }
  return {
    transaction,
    meta: encodeMeta(executed, keys, encoding === 'jsonParsed'),
    ...(newest !== undefined && { version: message.version }),
  }
}

function encodeMessage({ version, header, keys, blockhash, instructions, lookups }: Message): Json {
  return {
    header,
    accountKeys: keys,
    recentBlockhash: blockhash,
    instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
      programIdIndex,
      accounts,
      data: toBase58(data),
      stackHeight: null,
    })),
    ...(version === 0 && { addressTableLookups: lookups }),
  }
}

function parseMessage(
  message: Message,
  keys: readonly string[],
  executed: ExecutedTransaction,
): Json {
  const { version, blockhash, instructions, lookups } = message
  return {
    accountKeys: accountKeys(message, executed),
    recentBlockhash: blockhash,
    instructions: instructions.map((instruction) => parseInstruction(instruction, keys, null)),
    ...(version === 0 && { addressTableLookups: lookups }),
  }
}

/** The addresses of a transaction: whether each signs, may be changed, and comes from a table. */
export function accountKeys(message: Message, { loaded }: ExecutedTransaction): Json {
  const called = new Set(message.instructions.map(({ programIdIndex }) => programIdIndex))
  const keys = [...message.keys, ...loaded.writable, ...loaded.readonly]
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: index < message.header.numRequiredSignatures,
    writable: isWritable(message, index, loaded.writable.length) && !called.has(index),
    source: index < message.keys.length ? 'transaction' : 'lookupTable',
  }))
}

function encodeMeta(executed: ExecutedTransaction, keys: readonly string[], parsed: boolean): Json {
  const { inner, loaded, returned, units } = executed
  return {
    ...briefMeta(executed),
    innerInstructions: inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((call) => (parsed ? parseCall(call, keys) : call)),
    })),
    logMessages: executed.logs,
    rewards: [],
    ...(!parsed && { loadedAddresses: loaded }),
    ...(returned && { returnData: returned }),
    computeUnitsConsumed: units,
  }
}

/** The fields of a transaction's result that `getBlock` returns with details `accounts`. */
export function briefMeta({
  err,
  fee,
  preBalances,
  postBalances,
  preTokenBalances,
  postTokenBalances,
}: ExecutedTransaction): { [key: string]: Json } {
  return {
    err,
    status: asResult(err),
    fee: BigInt(fee),
    preBalances: preBalances.map(BigInt),
    postBalances: postBalances.map(BigInt),
    preTokenBalances,
    postTokenBalances,
  }
}

function parseCall(
  { programIdIndex, accounts, data, stackHeight }: InnerInstruction,
  keys: readonly string[],
): Json {
  return parseInstruction({ programIdIndex, accounts, data: fromBase58(data) }, keys, stackHeight)
}
