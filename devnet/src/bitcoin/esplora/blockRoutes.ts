import { medianTime, tipOf } from '../chain/createChain.ts'
import type { Chain } from '../chain/types.ts'
import { writeBlock, type Block } from '../wire/block.ts'
import { ok, okOr, refused, type Answer } from './answer.ts'
import type { Route } from './route.ts'
import { showTransaction } from './showTransaction.ts'

/** How many blocks and transactions a page has. */
const pageSizes = { blocks: 10, transactions: 25 }

/** Shows a block as Esplora does. */
export function showBlock(chain: Chain, block: Block) {
  const { hash, height, version, time, merkleRoot, previous, nonce, bits, transactions } = block
  return {
    id: hash,
    height,
    version,
    timestamp: time,
    tx_count: height === 0 ? 1 : transactions.length,
    size: writeBlock(block).length,
    weight: transactions.reduce((total, { weight }) => total + weight, 324),
    merkle_root: merkleRoot,
    previousblockhash: height === 0 ? null : previous,
    mediantime: medianTime(chain, height),
    nonce,
    bits,
    difficulty: 0,
  }
}

const forBlock = (
  path: string,
  answer: (chain: Chain, block: Block, group?: string) => Answer,
): Route => [
  new RegExp(`^/block/(\\w+)${path}$`),
  ({ chain }, hash = '', group) => {
    const block = chain.blocks[chain.heights.get(hash) ?? -1]
    return block ? answer(chain, block, group) : refused(404, 'Block not found')
  },
]

function showTransactions(chain: Chain, { transactions }: Block, start: number): Answer {
  if (start % pageSizes.transactions !== 0)
    return refused(400, `start index must be a multipication of ${pageSizes.transactions}`)
  const page = transactions.slice(start, start + pageSizes.transactions)
  return ok(
    page.flatMap(({ txid }) => {
      const entry = chain.entries.get(txid)
      return entry ? [showTransaction(chain, entry)] : []
    }),
  )
}

/** The paths about blocks. */
export const blockRoutes: readonly Route[] = [
  [/^\/blocks\/tip\/height$/, ({ chain }) => ok(tipOf(chain).height)],
  [/^\/blocks\/tip\/hash$/, ({ chain }) => ok(tipOf(chain).hash)],
  [
    /^\/block-height\/(\d{1,9})$/,
    ({ chain }, height) => okOr(chain.blocks[Number(height)]?.hash, 'Block not found'),
  ],
  [
    /^\/blocks(?:\/(\d{1,9}))?$/,
    ({ chain }, start = String(tipOf(chain).height)) => {
      const from = Math.min(Number(start), tipOf(chain).height)
      const page = chain.blocks.slice(Math.max(0, from - pageSizes.blocks + 1), from + 1)
      return ok(page.toReversed().map((block) => showBlock(chain, block)))
    },
  ],
  forBlock('', (chain, block) => ok(showBlock(chain, block))),
  forBlock('/header', (_, { header }) => ok(header.toString('hex'))),
  forBlock('/raw', (_, block) => ok(writeBlock(block))),
  forBlock('/status', (chain, { height }) => {
    const next = chain.blocks[height + 1]
    return ok({ in_best_chain: true, height, ...(next && { next_best: next.hash }) })
  }),
  forBlock('/txids', (_, { transactions }) => ok(transactions.map(({ txid }) => txid))),
  forBlock('/txid/(\\d{1,9})', (_, { transactions }, index) =>
    okOr(transactions[Number(index)]?.txid, 'tx index out of range'),
  ),
  forBlock('/txs(?:/(\\d{1,9}))?', (chain, block, start = '0') =>
    showTransactions(chain, block, Number(start)),
  ),
]
