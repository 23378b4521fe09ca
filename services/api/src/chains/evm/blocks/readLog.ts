import { kinds, type Kind } from '../../../db/schema.ts'
import type { Hex, Move } from '../../../chainIndex/chainIndex.ts'
import { zeroAddress } from '../../../chainIndex/holdingChanges.ts'
import { readOperationEvent } from './operationEvents.ts'
import type { Log } from './wire.ts'

/**
 * What a log says, for the index. A contract may log anything, so a log that does not fit its event
 * exactly is ignored.
 */
export type LogWord =
  | { type: 'moved'; moves: readonly Move[] }
  | { type: 'approved'; owner: Hex }
  | { type: 'operated'; account: Hex }
  | { type: 'synced'; reserve0: bigint; reserve1: bigint }
  | { type: 'paired'; pool: Hex; token0: Hex; token1: Hex }

/** The first topics of events. A test checks them against the events' signatures. */
export const topics = {
  /** The event of ERC-20 and of ERC-721. They differ in the number of topics. */
  'Transfer(address,address,uint256)':
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  'Approval(address,address,uint256)':
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  'ApprovalForAll(address,address,bool)':
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  'TransferSingle(address,address,address,uint256,uint256)':
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  'TransferBatch(address,address,address,uint256[],uint256[])':
    '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** An event of EntryPoint: an account's operation, which a bundler sent. ERC-4337 */
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)':
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  /** Events of a wrapped coin (WETH9). */
  'Deposit(address,uint256)': '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  'Withdrawal(address,uint256)':
    '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  /** Events of Uniswap v2. */
  'Sync(uint112,uint112)': '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
  'PairCreated(address,address,address,uint256)':
    '0x0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9',
} as const

type Reader = (log: Log) => LogWord | undefined

const readers: Readonly<Record<string, Reader>> = {
  [topics['Transfer(address,address,uint256)']]: readTransfer,
  [topics['Approval(address,address,uint256)']]: ({ topics }) => approved(topics, [3, 4]),
  [topics['ApprovalForAll(address,address,bool)']]: ({ topics }) => approved(topics, [3]),
  [topics['TransferSingle(address,address,address,uint256,uint256)']]: readSingle,
  [topics['TransferBatch(address,address,address,uint256[],uint256[])']]: readBatch,
  [topics['UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)']]:
    readOperation,
  [topics['Sync(uint112,uint112)']]: ({ topics, data }) =>
    topics.length === 1 && data.length === 130
      ? { type: 'synced', reserve0: word(data, 0), reserve1: word(data, 1) }
      : undefined,
  [topics['PairCreated(address,address,address,uint256)']]: readPair,
}

/** What a log says; undefined for a log that the index does not use. */
export function readLog(log: Log): LogWord | undefined {
  return readers[log.topics[0] ?? '']?.(log)
}

/**
 * What a log of a wrapped coin says. Such a contract mints and burns its token without logging an
 * ERC-20 transfer.
 */
export function readWrapped({
  address,
  topics: [topic, firstParty, ...more],
  data,
}: Log): Move | undefined {
  const account = addressIn(firstParty)
  if (!account || more.length > 0 || data.length !== 66) return undefined
  const wrapped = { kind: kinds.erc20, token: address, tokenId: 0n, amount: word(data, 0) }
  if (topic === topics['Deposit(address,uint256)'])
    return { ...wrapped, sender: zeroAddress, recipient: account }
  return topic === topics['Withdrawal(address,uint256)']
    ? { ...wrapped, sender: account, recipient: zeroAddress }
    : undefined
}

/** Another contract may log the event in any account's name. */
function readOperation(log: Log): LogWord | undefined {
  const operation = readOperationEvent(log)
  return operation && { type: 'operated', account: operation.account }
}

function readTransfer({
  address,
  topics: [, from, to, id, ...more],
  data,
}: Log): LogWord | undefined {
  const sender = addressIn(from)
  const recipient = addressIn(to)
  if (!sender || !recipient || more.length > 0) return undefined
  if (id !== undefined) return moved(kinds.erc721, address, sender, recipient, [[BigInt(id), 1n]])
  return data.length >= 66
    ? moved(kinds.erc20, address, sender, recipient, [[0n, word(data, 0)]])
    : undefined
}

function readSingle({ address, topics, data }: Log): LogWord | undefined {
  const [, operator, from, to] = topics.map(addressIn)
  return topics.length === 4 && operator && from && to && data.length === 130
    ? moved(kinds.erc1155, address, from, to, [[word(data, 0), word(data, 1)]])
    : undefined
}

/**
 * Maximum of tokens in one batch. A contract stores each of them, so a block's gas does not suffice
 * for more.
 */
const maxInBatch = 10_000

/**
 * Reads a batch: a list of ids, and a list of amounts. Source: ERC-1155, Solidity's ABI
 * specification
 */
function readBatch({ address, topics, data }: Log): LogWord | undefined {
  const [, operator, from, to] = topics.map(addressIn)
  if (topics.length !== 4 || !operator || !from || !to) return undefined
  const ids = wordsAt(data, 0)
  const amounts = wordsAt(data, 1)
  // the lists are invalid or differ in length
  if (!ids || ids.length !== amounts?.length) return undefined
  return moved(
    kinds.erc1155,
    address,
    from,
    to,
    ids.map((id, index) => [id, amounts[index] ?? 0n]),
  )
}

/** Reads the list to which a word points. Undefined if there is no list, or if it is too long. */
function wordsAt(data: Hex, pointer: number): bigint[] | undefined {
  const start = smallWord(data, 2 + 64 * pointer)
  const length = start === undefined ? undefined : smallWord(data, 2 + 2 * start)
  if (start === undefined || length === undefined || length > maxInBatch) return undefined
  const first = 2 + 2 * start + 64
  if (first + 64 * length > data.length) return undefined
  return Array.from({ length }, (_, index) =>
    BigInt(`0x${data.slice(first + 64 * index, first + 64 * index + 64)}`),
  )
}

/** Reads a word that is a small number; undefined for any other word. */
function smallWord(data: Hex, place: number): number | undefined {
  const digits = data.slice(place, place + 64)
  return digits.length === 64 && /^0{56}/.test(digits)
    ? Number.parseInt(digits.slice(56), 16)
    : undefined
}

function readPair({ topics: [, first, second, ...more], data }: Log): LogWord | undefined {
  const [token0, token1, pool] = [
    addressIn(first),
    addressIn(second),
    data.length === 130 ? addressIn(`0x${data.slice(2, 66)}`) : undefined,
  ]
  return token0 && token1 && pool && more.length === 0
    ? { type: 'paired', pool, token0, token1 }
    : undefined
}

function approved(topics: readonly Hex[], counts: readonly number[]): LogWord | undefined {
  const owner = addressIn(topics[1])
  return owner && counts.includes(topics.length) ? { type: 'approved', owner } : undefined
}

function moved(
  kind: Kind,
  token: Hex,
  sender: Hex,
  recipient: Hex,
  moves: readonly (readonly [tokenId: bigint, amount: bigint])[],
): LogWord {
  return {
    type: 'moved',
    moves: moves.map(([tokenId, amount]) => ({ kind, token, tokenId, sender, recipient, amount })),
  }
}

/** The address in a word: the last 20 bytes. Undefined if the bytes before are not zero. */
function addressIn(word: Hex | undefined): Hex | undefined {
  return word?.startsWith('0x000000000000000000000000') ? `0x${word.slice(26)}` : undefined
}

function word(data: Hex, index: number): bigint {
  return BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`)
}
