import { erc20Abi, parseAbi, parseEventLogs, type Address, type Hex } from 'viem'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { kinds, type Kind } from '../db/schema.ts'
import type { ChainClient } from './traffic.ts'

/** A transfer without its position in the transaction. */
export type ScannedTransfer = {
  kind: Kind
  token: string
  tokenId: bigint
  sender: string
  recipient: string
  amount: bigint
}
export type ScannedTransaction = {
  hash: Hex
  input: Hex
  sender: string
  recipient: string | null
  created: string | null
  fee: bigint
  succeeded: boolean
  minedAt: number
  transfers: ScannedTransfer[]
  approvers: string[]
}

const nftAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] amounts)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool may)',
  'event Approval(address indexed owner, address indexed spender, uint256 indexed id)',
])
const wethAbi = parseAbi([
  'event Deposit(address indexed to, uint256 amount)',
  'event Withdrawal(address indexed from, uint256 amount)',
])

type Frame = {
  type: string
  from: string
  to?: string
  value?: Hex
  error?: string
  calls?: Frame[]
}

/**
 * Makes the function that reads a block with viem and geth's tracer, independently of the indexer.
 * It caches each block, with and without the coins that contracts sent. The tracer cannot trace the
 * devnet's initial blocks.
 */
export function createScan(client: ChainClient, weth: Address) {
  const known = new Map<string, Promise<ScannedTransaction[]>>()
  return async (blockNumber: bigint, { traced = true } = {}): Promise<ScannedTransaction[]> => {
    const { hash } = await client.getBlock({ blockNumber })
    const key = `${hash} ${traced}`
    const found = known.get(key) ?? scanBlock(client, weth.toLowerCase(), hash, traced)
    known.set(key, found)
    return found
  }
}

async function scanBlock(
  client: ChainClient,
  weth: string,
  blockHash: Hex,
  traced: boolean,
): Promise<ScannedTransaction[]> {
  const block = await client.getBlock({ blockHash, includeTransactions: true })
  return Promise.all(
    block.transactions.map(async (transaction) => {
      const receipt = await client.getTransactionReceipt({ hash: transaction.hash })
      const succeeded = receipt.status === 'success'
      const created = transaction.to ? null : (receipt.contractAddress?.toLowerCase() ?? null)
      const coin = { token: nativeTokenAddress, tokenId: 0n }
      const outer =
        transaction.value > 0n && succeeded
          ? [
              {
                ...coin,
                kind: kinds.native,
                sender: transaction.from,
                recipient: transaction.to ?? created ?? '',
                amount: transaction.value,
              },
            ]
          : []
      const inner =
        succeeded && traced
          ? (await trace(client, transaction.hash)).map((call) => ({
              ...coin,
              kind: kinds.internal,
              ...call,
            }))
          : []
      return {
        hash: transaction.hash,
        input: transaction.input,
        sender: transaction.from.toLowerCase(),
        recipient: transaction.to?.toLowerCase() ?? null,
        created,
        fee: receipt.gasUsed * receipt.effectiveGasPrice,
        succeeded,
        minedAt: Number(block.timestamp),
        transfers: [...outer, ...inner, ...tokenTransfers(receipt.logs, weth)].map(lower),
        approvers: parseEventLogs({
          abi: [...erc20Abi, ...nftAbi],
          eventName: ['Approval', 'ApprovalForAll'],
          logs: receipt.logs,
        }).map(({ args }) => args.owner.toLowerCase()),
      }
    }),
  )
}

const lower = (transfer: ScannedTransfer): ScannedTransfer => ({
  ...transfer,
  token: transfer.token.toLowerCase(),
  sender: transfer.sender.toLowerCase(),
  recipient: transfer.recipient.toLowerCase(),
})

async function trace(client: ChainClient, hash: Hex) {
  const answer = await client.request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer' }],
  } as never) // viem's types lack this method
  const walk = ({
    type,
    from,
    to,
    value,
    error,
    calls = [],
  }: Frame): { sender: string; recipient: string; amount: bigint }[] => {
    if (error !== undefined) return []
    const own =
      /^(CALL|CREATE2?|SELFDESTRUCT)$/.test(type) && to && BigInt(value ?? 0) > 0n
        ? [{ sender: from, recipient: to, amount: BigInt(value ?? 0) }]
        : []
    return [...own, ...calls.flatMap(walk)]
  }
  return ((answer as Frame).calls ?? []).flatMap(walk)
}

/**
 * Whether the topics are valid addresses, which begin with zeros. viem takes the last twenty bytes
 * of any word.
 */
const namesAccounts = ({ topics }: Logs[number]) =>
  topics.slice(1, 3).every((topic) => topic.startsWith(`0x${'0'.repeat(24)}`))

type Logs = Parameters<typeof parseEventLogs>[0]['logs']

function tokenTransfers(logs: Logs, weth: string): ScannedTransfer[] {
  const zero = `0x${'0'.repeat(40)}`
  return logs.filter(namesAccounts).flatMap((log) => {
    const logs = [log]
    const token = log.address
    // viem ignores a topic that is one too many, but ERC-20's event has three topics, and ERC-721's
    // four
    const fungible = parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs: log.topics.length === 3 ? logs : [],
    }).map(({ args }) => ({
      kind: kinds.erc20,
      token,
      tokenId: 0n,
      sender: args.from,
      recipient: args.to,
      amount: args.value,
    }))
    const single = parseEventLogs({ abi: nftAbi, eventName: 'Transfer', logs }).map(({ args }) => ({
      kind: kinds.erc721,
      token,
      tokenId: args.id,
      sender: args.from,
      recipient: args.to,
      amount: 1n,
    }))
    const copies = parseEventLogs({ abi: nftAbi, eventName: 'TransferSingle', logs }).map(
      ({ args }) => ({
        kind: kinds.erc1155,
        token,
        tokenId: args.id,
        sender: args.from,
        recipient: args.to,
        amount: args.amount,
      }),
    )
    const batches = parseEventLogs({ abi: nftAbi, eventName: 'TransferBatch', logs }).flatMap(
      ({ args }) =>
        args.ids.map((tokenId, index) => ({
          kind: kinds.erc1155,
          token,
          tokenId,
          sender: args.from,
          recipient: args.to,
          amount: args.amounts[index] ?? 0n,
        })),
    )
    const wrapped =
      token.toLowerCase() === weth
        ? parseEventLogs({ abi: wethAbi, logs }).map(({ eventName, args }) => ({
            kind: kinds.erc20,
            token,
            tokenId: 0n,
            amount: args.amount,
            sender: eventName === 'Deposit' ? zero : args.from,
            recipient: eventName === 'Deposit' ? args.to : zero,
          }))
        : []
    return [...fungible, ...single, ...copies, ...batches, ...wrapped]
  })
}
