import type { Answers } from './startNode.ts'

const hex = (value: number, digits = 1): `0x${string}` =>
  `0x${value.toString(16).padStart(digits, '0')}`
const sender = `0x${'a1'.repeat(20)}`
const recipient = `0x${'b2'.repeat(20)}`

/**
 * Makes a chain of `blocks` blocks with one payment each, and its node's answers. `salt` makes
 * chains differ. `logs` are the logs of each payment.
 */
export function createMadeChain(blocks: number, salt = 0, logs: readonly object[] = []) {
  const hashOf = (number: number, transaction?: number) =>
    hex(
      (salt + 1) * 1_000_000_000 + number * 10 + (transaction === undefined ? 0 : transaction + 1),
      64,
    )
  const blockAt = (number: number) => ({
    number: hex(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: hex(1_600_000_000 + 12 * number),
    transactions: [
      {
        hash: hashOf(number, 0),
        from: sender,
        to: recipient,
        value: '0x1',
        nonce: hex(number),
        input: '0x',
        transactionIndex: '0x0',
      },
    ],
  })
  const numberIn = (parameter: unknown) =>
    ['latest', 'safe', 'finalized'].includes(String(parameter)) ? blocks - 1 : Number(parameter)
  const receiptsAt = (number: number) => [
    {
      transactionHash: hashOf(number, 0),
      blockHash: hashOf(number),
      status: '0x1',
      gasUsed: '0x5208',
      effectiveGasPrice: '0x1',
      contractAddress: null,
      logs,
    },
  ]
  const answers: Answers = {
    eth_blockNumber: () => hex(blocks - 1),
    eth_getBlockByNumber: ([parameter]) =>
      numberIn(parameter) < blocks && numberIn(parameter) >= 0
        ? blockAt(numberIn(parameter))
        : null,
    eth_getBlockReceipts: ([parameter]) =>
      numberIn(parameter) < blocks ? receiptsAt(numberIn(parameter)) : null,
    trace_block: () => [],
    eth_syncing: () => false,
    eth_getBalance: () => '0x1',
    eth_call: () => '0x',
  }
  return { answers, hashOf, blockAt, transactions: 1, sender }
}
