import { spenderOf } from '../chain/history.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { hashOf, showHash } from '../wire/hash.ts'
import { merkleTree } from '../wire/merkle.ts'
import { ok, okOr, refused, type Answer } from './answer.ts'
import type { Route } from './route.ts'
import { showTransaction, statusOf } from './showTransaction.ts'

/** The proof that a transaction is in its block, as the Electrum protocol has it. */
export function merkleProof(chain: Chain, { height, position }: Entry) {
  if (height === undefined) return undefined
  const hashes = chain.blocks[height]?.transactions.map(({ txid }) => hashOf(txid)) ?? []
  const { branch } = merkleTree(hashes, position)
  return { block_height: height, merkle: branch.map(showHash), pos: position }
}

function showSpending(chain: Chain, txid: string, vout: number) {
  const spender = spenderOf(chain, txid, vout)
  if (!spender) return { spent: false }
  const { transaction, height } = spender
  return {
    spent: true,
    txid: transaction.txid,
    vin: transaction.inputs.findIndex((input) => input.txid === txid && input.vout === vout),
    status: statusOf(chain, height),
  }
}

/** Serves a path of a transaction, which must exist. */
const forTransaction = (
  path: string,
  answer: (chain: Chain, entry: Entry, group?: string) => Answer,
): Route => [
  new RegExp(`^/tx/(\\w+)${path}$`),
  ({ chain }, txid = '', group) => {
    if (!/^[0-9a-f]{64}$/i.test(txid)) return refused(400, 'Invalid hex string')
    const entry = chain.entries.get(txid.toLowerCase())
    return entry ? answer(chain, entry, group) : refused(404, 'Transaction not found')
  },
]

/** The paths about a transaction. */
export const transactionRoutes: readonly Route[] = [
  forTransaction('', (chain, entry) => ok(showTransaction(chain, entry))),
  forTransaction('/status', (chain, { height }) => ok(statusOf(chain, height))),
  forTransaction('/hex', (_, { transaction }) => ok(transaction.raw.toString('hex'))),
  forTransaction('/raw', (_, { transaction }) => ok(transaction.raw)),
  forTransaction('/merkle-proof', (chain, entry) =>
    okOr(merkleProof(chain, entry), 'Transaction not found or is unconfirmed'),
  ),
  forTransaction('/outspends', (chain, { transaction: { txid, outputs } }) =>
    ok(outputs.map((_, vout) => showSpending(chain, txid, vout))),
  ),
  forTransaction('/outspend/(\\d{1,9})', (chain, { transaction }, vout) =>
    ok(showSpending(chain, transaction.txid, Number(vout))),
  ),
]
