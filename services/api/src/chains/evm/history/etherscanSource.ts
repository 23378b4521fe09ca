import * as v from 'valibot'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { kinds } from '../../../db/schema.ts'
import type { Hex, PageStart } from '../../../chainIndex/chainIndex.ts'
import { requestRows, rowsRead } from './requestRows.ts'
import {
  foreignAddress,
  foreignAmount,
  foreignCount,
  foreignHash,
  foreignTime,
} from './foreignWire.ts'
import { SourceDownError, type HistorySource } from '../../../history/historySource.ts'
import {
  joinRecords,
  type RecordList,
  type TransactionRecord,
  type TransferRecord,
} from './joinRecords.ts'

/** Number of rows of one list. Five lists together make a page of 50 transactions. */
const rows = 200
const noAddress = v.pipe(
  v.literal(''),
  v.transform(() => null),
)

const common = {
  blockNumber: foreignCount,
  timeStamp: v.pipe(foreignCount, foreignTime),
  hash: foreignHash,
  from: foreignAddress,
}
const transaction = v.object({
  ...common,
  to: v.union([foreignAddress, noAddress]),
  value: foreignAmount,
  nonce: foreignCount,
  transactionIndex: foreignCount,
  isError: v.optional(v.string(), '0'),
  txreceipt_status: v.optional(v.string(), ''),
  input: v.pipe(v.string(), v.regex(/^0x/)),
  contractAddress: v.union([foreignAddress, noAddress]),
  gasUsed: foreignAmount,
  gasPrice: foreignAmount,
})
const internal = v.object({
  ...common,
  to: v.union([foreignAddress, noAddress]),
  value: foreignAmount,
  contractAddress: v.optional(v.union([foreignAddress, noAddress]), ''),
  isError: v.optional(v.string(), '0'),
})
const token = v.object({
  ...common,
  to: foreignAddress,
  contractAddress: foreignAddress,
  value: foreignAmount,
})
const nft = v.object({
  ...common,
  to: foreignAddress,
  contractAddress: foreignAddress,
  tokenID: foreignAmount,
})
const copies = v.object({ ...nft.entries, tokenValue: foreignAmount })

/** The answer of the service, whose list is read separately. On an error, `result` is a text. */
const rest = v.object({
  status: v.string(),
  message: v.nullish(v.string(), ''),
  result: v.union([rowsRead, v.string()]),
})

type EtherscanOptions = {
  url: string
  apiKey?: string | undefined
  networkId: string
  fetch: typeof fetch
}

/**
 * Makes the source of a chain's history that reads the API v2 of Etherscan, or a compatible
 * service. Source: its documentation, module `account`
 */
export function createEtherscanSource(options: EtherscanOptions): HistorySource {
  async function list<schema extends v.GenericSchema, record>(
    action: string,
    row: schema,
    account: Hex,
    start: PageStart,
    signal: AbortSignal,
    read: (row: v.InferOutput<schema>, index: number) => record[],
  ): Promise<RecordList<record>> {
    const {
      rows: found,
      rest: { status, message, result },
    } = await requestRows(
      listUrl(options, action, account, start),
      { name: 'result', row, rest },
      options.fetch,
      signal,
    )
    if (!Array.isArray(result) || (status !== '1' && !/^No .*found/i.test(message ?? '')))
      throw new SourceDownError('It refused')
    return { records: found.flatMap(read), isWhole: found.length < rows }
  }

  return {
    name: 'etherscan',
    async page(account, start, limit, signal) {
      const [own, ...others] = await Promise.all([
        list('txlist', transaction, account, start, signal, (row) => [readTransaction(row)]),
        list('txlistinternal', internal, account, start, signal, readInternal),
        list('tokentx', token, account, start, signal, readToken),
        list('tokennfttx', nft, account, start, signal, readNft),
        list('token1155tx', copies, account, start, signal, readCopies),
      ])
      return joinRecords(start, limit, own, others)
    },
  }
}

/** The URL of a list about an account, newest first. */
function listUrl(
  { url: service, apiKey, networkId }: EtherscanOptions,
  action: string,
  account: Hex,
  start: PageStart,
): URL {
  const url = new URL(service)
  const query = {
    chainid: networkId.slice('eip155:'.length),
    module: 'account',
    action,
    address: account,
    startblock: '0',
    endblock: String(start.before?.block ?? 999_999_999),
    page: '1',
    offset: String(rows),
    sort: 'desc',
    ...(apiKey && { apikey: apiKey }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function readTransaction(row: v.InferOutput<typeof transaction>): TransactionRecord {
  const {
    blockNumber,
    timeStamp,
    hash,
    from,
    to,
    value,
    nonce,
    transactionIndex,
    isError,
    txreceipt_status,
    input,
    contractAddress,
    gasUsed,
    gasPrice,
  } = row
  return {
    block: blockNumber,
    index: transactionIndex,
    hash,
    minedAt: timeStamp,
    sender: from,
    recipient: to,
    created: contractAddress,
    value,
    nonce,
    fee: gasUsed * gasPrice,
    succeeded: isError !== '1' && txreceipt_status !== '0',
    // `input` is hex, as its schema has checked
    selector: input.length >= 10 ? (input.slice(0, 10).toLowerCase() as Hex) : null,
    hasData: input !== '0x',
    hasLure: false,
  }
}

function readInternal(row: v.InferOutput<typeof internal>, index: number): TransferRecord[] {
  const to = row.to ?? row.contractAddress
  if (row.isError === '1' || row.value === 0n || !to) return []
  return [
    {
      ...readMove({ ...row, to }, 1_000_000 - index),
      kind: kinds.internal,
      token: nativeTokenAddress,
      tokenId: 0n,
      amount: row.value,
    },
  ]
}

function readToken(row: v.InferOutput<typeof token>, index: number): TransferRecord[] {
  return [
    {
      ...readMove(row, 2_000_000 - index),
      kind: kinds.erc20,
      token: row.contractAddress,
      tokenId: 0n,
      amount: row.value,
    },
  ]
}

function readNft(row: v.InferOutput<typeof nft>, index: number): TransferRecord[] {
  return [
    {
      ...readMove(row, 4_000_000 - index),
      kind: kinds.erc721,
      token: row.contractAddress,
      tokenId: row.tokenID,
      amount: 1n,
    },
  ]
}

function readCopies(row: v.InferOutput<typeof copies>, index: number): TransferRecord[] {
  return [
    {
      ...readMove(row, 6_000_000 - index),
      kind: kinds.erc1155,
      token: row.contractAddress,
      tokenId: row.tokenID,
      amount: row.tokenValue,
    },
  ]
}

/** Lists are newest first: a later row comes earlier on the chain, so it gets a lower position. */
function readMove(
  {
    hash,
    blockNumber,
    timeStamp,
    from,
    to,
  }: v.InferOutput<v.ObjectSchema<typeof common, undefined>> & { to: Hex },
  order: number,
) {
  return { hash, block: blockNumber, minedAt: timeStamp, order, sender: from, recipient: to }
}
