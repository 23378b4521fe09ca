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
import type { HistorySource } from '../../../history/historySource.ts'
import {
  joinRecords,
  type RecordList,
  type TransactionRecord,
  type TransferRecord,
} from './joinRecords.ts'

/** Maximum of pages that are read of one list. A page has 50 rows. */
const pages = 4

const party = v.nullish(
  v.pipe(
    v.object({ hash: foreignAddress }),
    v.transform(({ hash }) => hash),
  ),
  null,
)
const time = v.pipe(
  v.string(),
  v.transform((text) => Math.floor(Date.parse(text.slice(0, 64)) / 1000)),
  foreignTime,
)
const transaction = v.object({
  hash: foreignHash,
  block_number: foreignCount,
  position: v.nullish(foreignCount, 0),
  timestamp: time,
  from: v.object({ hash: foreignAddress }),
  to: party,
  created_contract: party,
  value: foreignAmount,
  nonce: foreignCount,
  status: v.nullish(v.string()),
  raw_input: v.nullish(v.string(), '0x'),
  fee: v.nullish(v.object({ value: v.nullish(foreignAmount, '0') })),
})
const internal = v.object({
  transaction_hash: foreignHash,
  block_number: foreignCount,
  timestamp: time,
  index: foreignCount,
  from: v.object({ hash: foreignAddress }),
  to: party,
  created_contract: party,
  value: foreignAmount,
  success: v.boolean(),
})
const transfer = v.object({
  transaction_hash: foreignHash,
  block_number: foreignCount,
  timestamp: time,
  log_index: foreignCount,
  from: v.object({ hash: foreignAddress }),
  to: v.object({ hash: foreignAddress }),
  token: v.object({
    address_hash: v.optional(foreignAddress),
    address: v.optional(foreignAddress),
  }),
  token_type: v.optional(v.string()),
  total: v.nullish(
    v.object({ value: v.nullish(foreignAmount), token_id: v.nullish(foreignAmount) }),
  ),
})
const place = v.nullable(v.union([v.pipe(v.string(), v.maxLength(128)), v.number(), v.boolean()]))
const next = v.nullish(
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(64)), place),
    v.check((places) => Object.keys(places).length <= 16),
  ),
  null,
)
const rest = v.object({ items: rowsRead, next_page_params: next })
/** The parameters with which the service continues a list. */
type Places = NonNullable<v.InferOutput<typeof next>>

/**
 * Makes the source of a chain's history that reads a Blockscout. Source: its documentation, API v2,
 * addresses
 */
export function createBlockscoutSource(options: {
  url: string
  apiKey?: string | undefined
  fetch: typeof fetch
}): HistorySource {
  async function list<schema extends v.GenericSchema, record extends { block: number }>(
    listName: string,
    row: schema,
    account: Hex,
    start: PageStart,
    signal: AbortSignal,
    read: (row: v.InferOutput<schema>) => record[],
  ): Promise<RecordList<record>> {
    const records: record[] = []
    let place: Places | null = start.before ? behind(start.before.block) : {}
    for (let page = 0; page < pages && place; page++) {
      const url = new URL(
        `${options.url.replace(/\/+$/, '')}/api/v2/addresses/${account}/${listName}`,
      )
      for (const [name, value] of Object.entries(place))
        if (value !== null) url.searchParams.set(name, String(value))
      if (options.apiKey) url.searchParams.set('apikey', options.apiKey)
      const answer: { rows: v.InferOutput<schema>[]; rest: { next_page_params: Places | null } } =
        await requestRows(url, { name: 'items', row, rest }, options.fetch, signal)
      records.push(...answer.rows.flatMap(read))
      place = answer.rest.next_page_params
    }
    return { records, isWhole: place === null }
  }

  return {
    name: 'blockscout',
    async page(account, start, limit, signal) {
      const [own, ...others] = await Promise.all([
        list('transactions', transaction, account, start, signal, (row) => [readTransaction(row)]),
        list('internal-transactions', internal, account, start, signal, readInternal),
        list('token-transfers', transfer, account, start, signal, readTransfer),
      ])
      return joinRecords(start, limit, own, others)
    },
  }
}

/** Parameters with which a list continues at the beginning of this block's rows. */
function behind(block: number) {
  return { block_number: block + 1, index: 0, transaction_index: 0, items_count: 50 }
}

function readTransaction({
  hash,
  block_number,
  position,
  timestamp,
  from,
  to,
  created_contract,
  value,
  nonce,
  status,
  raw_input,
  fee,
}: v.InferOutput<typeof transaction>): TransactionRecord {
  const input = raw_input ?? '0x'
  return {
    block: block_number,
    index: position ?? 0,
    hash,
    minedAt: timestamp,
    sender: from.hash,
    recipient: to,
    created: to === null ? created_contract : null,
    value,
    nonce,
    fee: fee?.value ?? 0n,
    succeeded: status !== 'error',
    // the pattern has just matched
    selector: /^0x[0-9a-f]{8}/i.test(input) ? (input.slice(0, 10).toLowerCase() as Hex) : null,
    hasData: input !== '0x',
    hasLure: false,
  }
}

function readInternal({
  transaction_hash,
  block_number,
  timestamp,
  index,
  from,
  to,
  created_contract,
  value,
  success,
}: v.InferOutput<typeof internal>): TransferRecord[] {
  const recipient = to ?? created_contract
  // index 0 is the transaction's own transfer; only transfers by contracts are wanted here
  if (!success || value === 0n || !recipient || index === 0) return []
  return [
    {
      hash: transaction_hash,
      block: block_number,
      minedAt: timestamp,
      order: index,
      kind: kinds.internal,
      token: nativeTokenAddress,
      tokenId: 0n,
      sender: from.hash,
      recipient,
      amount: value,
    },
  ]
}

function readTransfer({
  transaction_hash,
  block_number,
  timestamp,
  log_index,
  from,
  to,
  token,
  token_type,
  total,
}: v.InferOutput<typeof transfer>): TransferRecord[] {
  const address = token.address_hash ?? token.address
  const id = total?.token_id
  const kind =
    id == null
      ? kinds.erc20
      : token_type === 'ERC-1155' || (token_type === undefined && total?.value != null)
        ? kinds.erc1155
        : kinds.erc721
  if (!address || (kind === kinds.erc20 && total?.value == null)) return []
  return [
    {
      hash: transaction_hash,
      block: block_number,
      minedAt: timestamp,
      order: 1_000_000 + log_index,
      kind,
      token: address,
      tokenId: id ?? 0n,
      sender: from.hash,
      recipient: to.hash,
      amount: kind === kinds.erc721 ? 1n : (total?.value ?? 1n),
    },
  ]
}
