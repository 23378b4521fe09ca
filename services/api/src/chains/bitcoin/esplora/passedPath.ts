import type { PassedPath } from '../../../providers/nodeRules.ts'
import { bitcoinKeys } from '../bitcoinKeys.ts'
import { isHeaderOf, isTransactionOf } from './hashed.ts'

const hash = '[0-9a-f]{64}'
const number = '(?:0|[1-9]\\d{0,8})'
const address = '([0-9A-Za-z]{20,100})'

/** What a list of an address's transactions or coins costs a client. */
const list = 10

/**
 * The paths that clients may request with GET, with their cost. `isOf`: whether an answer is what
 * the hash in the path names. Such an answer never changes.
 */
const reads: readonly {
  form: RegExp
  cost: number
  isOf?: (bytes: Buffer, hash: string) => boolean
}[] = [
  { form: new RegExp(`^/address/${address}$`), cost: 2 },
  { form: new RegExp(`^/address/${address}/utxo$`), cost: list },
  { form: new RegExp(`^/address/${address}/txs(?:/mempool|/chain(?:/${hash})?)?$`), cost: list },
  { form: new RegExp(`^/tx/${hash}(?:/status|/merkle-proof|/outspend/${number})?$`), cost: 2 },
  { form: new RegExp(`^/tx/${hash}/outspends$`), cost: 5 },
  { form: new RegExp(`^/tx/${hash}/hex$`), cost: 2, isOf: isTransactionOf },
  { form: /^\/blocks\/tip\/(?:height|hash)$/, cost: 2 },
  { form: new RegExp(`^/block-height/${number}$`), cost: 2 },
  { form: new RegExp(`^/block/${hash}/header$`), cost: 2, isOf: isHeaderOf },
  { form: new RegExp(`^/block/${hash}(?:/status)?$`), cost: 2 },
  { form: /^\/fee-estimates$/, cost: 2 },
]

/** What sending a transaction costs a client. */
const sendingCost = 10

/**
 * The path of an Esplora that a client's request is passed on to: reads of addresses, transactions
 * and blocks, fee estimates, and `POST /tx`. An address has to be one of the network. Lists of
 * whole blocks and of the mempool, and searches, are not passed on.
 */
export function passedPath(
  method: 'GET' | 'POST',
  path: string,
  networkId: string,
): PassedPath | undefined {
  if (method === 'POST') return path === '/tx' ? { path, cost: sendingCost } : undefined
  for (const { form, cost, isOf } of reads) {
    const match = form.exec(path)
    if (!match) continue
    const [, text] = match
    if (isOf) return { path, cost, proof: (bytes) => isOf(bytes, path.split('/')[2] ?? '') }
    if (text === undefined) return { path, cost }
    const [found, ...others] = bitcoinKeys.readAccount(text) ?? []
    if (!found?.networks?.includes(networkId) || others.length > 0) return undefined
    // the node gets the usual spelling
    const spelling = bitcoinKeys.addressText(found.key, networkId)
    return { path: path.replace(text, spelling), cost }
  }
  return undefined
}
