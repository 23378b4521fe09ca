import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The numbers of the generated chain. */
export const made = { transactionsOfBlock: 100, transfersOfTransaction: 2, accounts: 20_000 }

/** A node that generates its blocks when they are requested. */
export type MadeNode = {
  url: string
  token: `0x${string}`
  /** Makes the chain longer, to this number of blocks. */
  grow: (blocks: number) => void
  close: () => Promise<void>
}

const hex = (value: number, digits: number): `0x${string}` =>
  `0x${value.toString(16).padStart(digits, '0')}`
/** The hash of a block. */
export const blockHash = (number: number): `0x${string}` => hex(number + 1, 64)
/** The time of a block, in seconds since 1970. */
export const blockTime = (number: number): number => 1_600_000_000 + 12 * number
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The contract of the only token. */
export const token: `0x${string}` = hex(0xabc, 40)

/**
 * The address of an account, 0 to {@link made.accounts}. Account 0 is in every tenth transaction.
 */
export const accountAt = (number: number): `0x${string}` => hex(number + 0x1000_0000, 40)

/** Draws the number of an account. The same seed always gives the same account. */
function drawn(seed: number): number {
  return accountOf(Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d))
}

function accountOf(mixed: number): number {
  return 1 + ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0) % (made.accounts - 1))
}

/** The accounts of a transfer, and its amount. */
export type MadeTransfer = { from: number; to: number; amount: number }
/** A transaction: its hash, its sender, and its two transfers of the token. */
export type MadeTransaction = {
  hash: `0x${string}`
  sender: number
  transfers: readonly MadeTransfer[]
}

/** Generates the transactions of a block. */
export function transactionsOf(block: number): readonly MadeTransaction[] {
  return Array.from({ length: made.transactionsOfBlock }, (_, index) => {
    const seed = block * made.transactionsOfBlock + index
    const sender = seed % 10 === 0 ? 0 : drawn(seed)
    const [middle, last] = [drawn(seed + 7), drawn(seed + 13)]
    const amount = seed + 1
    const transfers = [
      { from: sender, to: middle, amount },
      { from: middle, to: last, amount },
    ]
    return { hash: hex(seed + 1, 64), sender, transfers }
  })
}

/** The chain id of the first generated chain. Other chains have the next ids. */
export const firstChainId = 77

/** Starts the node with `blocks` blocks. */
export async function startNode(blocks: number, chainId = firstChainId): Promise<MadeNode> {
  let length = blocks
  const answers: Record<string, (parameter: string) => unknown> = {
    eth_getBlockByNumber: (parameter) =>
      blockAt(parameter === 'latest' ? length - 1 : Number(parameter), length),
    eth_getBlockReceipts: (parameter) => receiptsOf(Number(parameter)),
    trace_block: () => [{ type: 'call', action: {}, traceAddress: [], transactionPosition: 0 }],
    eth_syncing: () => false,
    eth_chainId: () => hex(chainId, 1),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(parts).toString())
      const answer = answers[method]
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          ...(answer
            ? { result: answer(params[0]) }
            : { error: { code: -32601, message: 'Not here' } }),
        }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  // a server on a port has such an address
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, token, grow: (to) => void (length = to), close }
}

function blockAt(number: number, length: number) {
  if (number >= length) return null
  return {
    number: hex(number, 1),
    hash: blockHash(number),
    parentHash: blockHash(number - 1),
    timestamp: hex(blockTime(number), 1),
    transactions: transactionsOf(number).map(({ hash, sender }, index) => ({
      hash,
      from: accountAt(sender),
      to: token,
      value: '0x0',
      nonce: hex(number, 1),
      input: `0xa9059cbb${'00'.repeat(64)}`,
      transactionIndex: hex(index, 1),
    })),
  }
}

function receiptsOf(block: number) {
  return transactionsOf(block).map(({ hash, transfers }) => ({
    transactionHash: hash,
    blockHash: blockHash(block),
    status: '0x1',
    gasUsed: '0xc350',
    effectiveGasPrice: '0x3b9aca00',
    contractAddress: null,
    logs: transfers.map(({ from, to, amount }) => ({
      address: token,
      topics: [transfer, word(from), word(to)],
      data: hex(amount, 64),
    })),
  }))
}

function word(account: number): string {
  return `0x${'0'.repeat(24)}${accountAt(account).slice(2)}`
}
