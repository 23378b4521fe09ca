import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The numbers of the generated chain. */
export const made = { transactionsOfBlock: 100, transfersOfTransaction: 2, accounts: 20_000 }

/** A node that generates its blocks when they are requested. */
export type MadeNode = { url: string; token: `0x${string}`; close: () => Promise<void> }

const hex = (value: number, digits: number): `0x${string}` =>
  `0x${value.toString(16).padStart(digits, '0')}`
const blockHash = (number: number) => hex(number + 1, 64)
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const token = hex(0xabc, 40)

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

/** Starts the node with `blocks` blocks. */
export async function startNode(blocks: number): Promise<MadeNode> {
  const answers: Record<string, (parameter: string) => unknown> = {
    eth_getBlockByNumber: (parameter) =>
      blockAt(parameter === 'latest' ? blocks - 1 : Number(parameter), blocks),
    eth_getBlockReceipts: (parameter) =>
      transactionsOf(Number(parameter)).map(({ receipt }) => receipt),
    trace_block: () => [{ type: 'call', action: {}, traceAddress: [], transactionPosition: 0 }],
    eth_syncing: () => false,
    eth_chainId: () => hex(77, 1),
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token, close }
}

function blockAt(number: number, blocks: number) {
  if (number >= blocks) return null
  const transactions = transactionsOf(number).map(({ transaction }) => transaction)
  return {
    number: hex(number, 1),
    hash: blockHash(number),
    parentHash: blockHash(number - 1),
    timestamp: hex(1_600_000_000 + 12 * number, 1),
    transactions,
  }
}

function transactionsOf(block: number) {
  return Array.from({ length: made.transactionsOfBlock }, (_, index) => {
    const seed = block * made.transactionsOfBlock + index
    const [sender, one, other] = [
      seed % 10 === 0 ? 0 : drawn(seed),
      drawn(seed + 7),
      drawn(seed + 13),
    ]
    const hash = hex(seed + 1, 64)
    const log = (from: number, to: number) => ({
      address: token,
      topics: [transfer, word(from), word(to)],
      data: hex(seed + 1, 64),
    })
    return {
      transaction: {
        hash,
        from: accountAt(sender),
        to: token,
        value: '0x0',
        nonce: hex(block, 1),
        input: `0xa9059cbb${'00'.repeat(64)}`,
        transactionIndex: hex(index, 1),
      },
      receipt: {
        transactionHash: hash,
        blockHash: blockHash(block),
        status: '0x1',
        gasUsed: '0xc350',
        effectiveGasPrice: '0x3b9aca00',
        contractAddress: null,
        logs: [log(sender, one), log(one, other)],
      },
    }
  })
}

function word(account: number): string {
  return `0x${'0'.repeat(24)}${accountAt(account).slice(2)}`
}
