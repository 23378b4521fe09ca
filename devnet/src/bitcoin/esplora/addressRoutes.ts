import { scriptOfAddress } from '../chain/addresses.ts'
import { sumOf } from '../chain/connectBlock.ts'
import { historyOf, unspentOf } from '../chain/history.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { scriptHashOf } from '../wire/hash.ts'
import { ok, refused, type Answer } from './answer.ts'
import type { Route } from './route.ts'
import { showTransaction, statusOf } from './showTransaction.ts'

/** How many transactions a page has: confirmed ones, and those that wait. */
const pageSizes = { confirmed: 25, waiting: 50 }

const isConfirmed = ({ height }: Entry): boolean => height !== undefined

/** What an address or a script has received and spent, by transactions of one kind. */
function statsOf(entries: readonly Entry[], scriptHash: string) {
  const isOwn = ({ script }: { script: Buffer }) => scriptHashOf(script) === scriptHash
  const funded = entries.flatMap(({ transaction }) => transaction.outputs).filter(isOwn)
  const spent = entries.flatMap((entry) => entry.spent).filter(isOwn)
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: Number(sumOf(funded)),
    spent_txo_count: spent.length,
    spent_txo_sum: Number(sumOf(spent)),
    tx_count: entries.length,
  }
}

function showStats(chain: Chain, scriptHash: string) {
  const all = historyOf(chain, scriptHash)
  return {
    chain_stats: statsOf(all.filter(isConfirmed), scriptHash),
    mempool_stats: statsOf(
      all.filter((entry) => !isConfirmed(entry)),
      scriptHash,
    ),
  }
}

function showUnspent(chain: Chain, scriptHash: string) {
  return unspentOf(chain, scriptHash).map(({ txid, vout, value, height }) => ({
    txid,
    vout,
    status: statusOf(chain, height),
    value: Number(value),
  }))
}

/** A page of confirmed transactions, newest first, after the one with the id `last`. */
function showConfirmed(chain: Chain, scriptHash: string, last?: string): Answer {
  const all = historyOf(chain, scriptHash).filter(isConfirmed).toReversed()
  const at = last === undefined ? -1 : all.findIndex(({ transaction }) => transaction.txid === last)
  if (last !== undefined && at < 0) return ok([])
  return ok(
    all.slice(at + 1, at + 1 + pageSizes.confirmed).map((entry) => showTransaction(chain, entry)),
  )
}

function showWaiting(chain: Chain, scriptHash: string) {
  return historyOf(chain, scriptHash)
    .filter((entry) => !isConfirmed(entry))
    .toReversed()
    .slice(0, pageSizes.waiting)
    .map((entry) => showTransaction(chain, entry))
}

function showNewest(chain: Chain, scriptHash: string): Answer {
  const confirmed = historyOf(chain, scriptHash).filter(isConfirmed).toReversed()
  return ok([
    ...showWaiting(chain, scriptHash),
    ...confirmed.slice(0, pageSizes.confirmed).map((entry) => showTransaction(chain, entry)),
  ])
}

type ScriptAnswer = (chain: Chain, scriptHash: string, last?: string) => Answer

/** Serves a path for addresses and for hashes of scripts. */
const forScripts = (path: string, answer: ScriptAnswer): readonly Route[] => [
  [
    new RegExp(`^/address/(\\w+)${path}$`),
    ({ chain }, address = '', last) => {
      const script = scriptOfAddress(address)
      if (!script) return refused(400, 'Invalid Bitcoin address')
      return answer(chain, scriptHashOf(script), last)
    },
  ],
  [
    new RegExp(`^/scripthash/(\\w+)${path}$`),
    ({ chain }, hash = '', last) =>
      /^[0-9a-f]{64}$/.test(hash)
        ? // Esplora names scripts by the plain hash, and Electrum by the reversed one
          answer(chain, Buffer.from(hash, 'hex').reverse().toString('hex'), last)
        : refused(400, 'Invalid hex string'),
  ],
]

/** The paths about an address or a script. */
export const addressRoutes: readonly Route[] = [
  ...forScripts('/utxo', (chain, hash) => ok(showUnspent(chain, hash))),
  ...forScripts('/txs', showNewest),
  ...forScripts('/txs/mempool', (chain, hash) => ok(showWaiting(chain, hash))),
  ...forScripts('/txs/chain(?:/(\\w*))?', (chain, hash, last) =>
    showConfirmed(chain, hash, last === '' ? undefined : last),
  ),
  [
    /^\/address\/(\w+)$/,
    ({ chain }, address = '') => {
      const script = scriptOfAddress(address)
      if (!script) return refused(400, 'Invalid Bitcoin address')
      return ok({ address, ...showStats(chain, scriptHashOf(script)) })
    },
  ],
  [
    /^\/scripthash\/([0-9a-f]{64})$/,
    ({ chain }, hash = '') =>
      ok({
        scripthash: hash,
        ...showStats(chain, Buffer.from(hash, 'hex').reverse().toString('hex')),
      }),
  ],
]
