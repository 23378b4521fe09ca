import type { PrivateKeyAccount } from 'viem/accounts'
import { NodesError } from '../../providers/nodes.ts'
import { findOutcome, readReceipt, type Receipt } from '../entryPoint.ts'
import { countSent, readHead, type Hex, type OperationChain } from '../operationChain.ts'
import {
  listOpen,
  outbidBundle,
  settleBundle,
  type Bids,
  type Bundle,
  type BundleOutcome,
} from './bundleStore.ts'
import type { ChainBundlerOptions } from './ChainBundler.ts'
import { keyOf, readMarket } from './signBundle.ts'
import { signNext } from './signNext.ts'

/**
 * - `after`: milliseconds after which a transaction that is in no block is signed again with higher
 *   fees
 * - `end`: milliseconds after which its nonce is taken by an empty transaction
 */
const stuck = { after: 30_000, end: 300_000 }
/**
 * Milliseconds for which a node has to report that a foreign transaction has used a nonce. It may
 * count the executor's own transaction before it has the receipt.
 */
const doubt = 60_000

/** An executor with the number of its transactions that are in no block. */
export type Available = { account: PrivateKeyAccount; open: number }

/** What has become of a transaction: it is in no block, in one that may be replaced, or ended. */
type Standing = 'unmined' | 'soft' | 'ended'

/**
 * What one node reports: the number of the executor's transactions on the chain, the newest block,
 * and the receipt of one of the transactions of each nonce.
 */
type Seen = { sent: number; head: number; receipts: ReadonlyMap<number, Receipt> }

/** An executor, one of its nonces, and what a node reports. */
type Following = { account: PrivateKeyAccount; bids: Bids; seen: Seen }

/**
 * Sends a signed transaction. A node may refuse it because it has it already. If no node answers,
 * it is sent again later.
 */
export async function sendRaw(
  { nodes }: OperationChain,
  raw: Hex,
  signal: AbortSignal,
): Promise<void> {
  try {
    await nodes.requestAnswer('eth_sendRawTransaction', [raw], signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof NodesError)) throw error
  }
}

const placeOf = ({ executor, nonce }: Bundle): string => `${executor} ${nonce}`

/** Follows the transactions of a chain's executors to their end. A leader has one. */
export class BundleFollower {
  readonly #options: ChainBundlerOptions
  /** Aborts when another process may lead. Then this process must not send anything. */
  readonly #over: AbortSignal
  /** When this process first saw something, by the transaction's hash. */
  readonly #unmined = new Map<string, number>()
  /** When this process first saw that no transaction of a nonce is mined. */
  readonly #waiting = new Map<string, number>()
  readonly #displaced = new Map<string, number>()

  constructor(options: ChainBundlerOptions, over: AbortSignal) {
    this.#options = options
    this.#over = over
  }

  /**
   * Stores the outcomes of pending transactions. Those that are not mined are sent again.
   * @returns `unmined`, `soft`: the numbers of transactions that are not mined, or not final
   */
  async settle(): Promise<{ available: Available[]; unmined: number; soft: number }> {
    const { chain, accounts, access } = this.#options
    const available: Available[] = []
    const numbers = { unmined: 0, soft: 0 }
    for (const account of accounts) {
      const executor = { executor: keyOf(account), networkId: chain.networkId }
      const sent = await countSent(chain, executor.executor, this.#over)
      const open = await access.run((queries) => listOpen(queries, executor, sent))
      const standings: Standing[] = []
      if (open.length > 0) {
        const seen = await this.#look(executor.executor, open)
        for (const bids of open) standings.push(await this.#follow({ account, bids, seen }))
      }
      const unmined = standings.filter((standing) => standing === 'unmined').length
      numbers.unmined += unmined
      numbers.soft += standings.filter((standing) => standing === 'soft').length
      available.push({ account, open: unmined })
    }
    return { available, ...numbers }
  }

  /** Stores the outcome of one nonce, or sends its transaction again. */
  async #follow({ account, bids, seen: { sent, head, receipts } }: Following): Promise<Standing> {
    const { chain, confirmations } = this.#options
    const { bundle, operations } = bids
    const receipt = receipts.get(bundle.nonce)
    if (receipt) {
      this.#unmined.delete(bundle.hash)
      this.#waiting.delete(placeOf(bundle))
      this.#displaced.delete(bundle.hash)
      return this.#noteMined(bids, receipt, head - receipt.blockNumber >= confirmations - 1)
    }
    if (bundle.nonce < sent) {
      if (this.#ageIn(this.#displaced, bundle.hash) < doubt) return 'unmined'
      this.#displaced.delete(bundle.hash)
      await this.#store(bids, { status: 'displaced' })
      return 'ended'
    }
    this.#displaced.delete(bundle.hash)
    const wasMined = bundle.state !== 'sent' || operations.some(({ state }) => state !== 'sent')
    if (wasMined) await this.#store(bids, { status: 'lost' })
    this.#ageIn(this.#waiting, placeOf(bundle))
    const isStuck = !wasMined && this.#ageIn(this.#unmined, bundle.hash) >= stuck.after
    if (!isStuck || !(await this.#outbid(account, bids)))
      await sendRaw(chain, bundle.raw, this.#over)
    return 'unmined'
  }

  /**
   * Reads the state of all pending transactions from one node, so that it is consistent. The
   * executor's transactions are counted before the receipts are read.
   */
  #look(executor: Hex, open: readonly Bids[]): Promise<Seen> {
    const { chain } = this.#options
    return chain.nodes.together(async (request) => {
      const one = { ...chain, nodes: { ...chain.nodes, request } }
      const sent = await countSent(one, executor, this.#over)
      const { number: head } = await readHead(one, this.#over)
      const receipts = new Map<number, Receipt>()
      for (const { bundle, outbid } of open)
        for (const { hash } of [bundle, ...outbid]) {
          const receipt = await readReceipt(one, hash, this.#over)
          if (receipt) receipts.set(bundle.nonce, receipt)
        }
      return { sent, head, receipts }
    }, this.#over)
  }

  /** Stores that a transaction is in a block. */
  async #noteMined(bids: Bids, receipt: Receipt, isFinal: boolean): Promise<Standing> {
    const { metrics, chain, onIncluded } = this.#options
    const { bundle, operations } = bids
    const { transactionHash: hash, blockHash, blockNumber } = receipt
    if (receipt.status === '0x0') {
      if (bundle.state === 'reverted') return 'ended'
      metrics.bundles({ chain: chain.networkId, end: 'reverted' }).add()
      await this.#store(bids, { status: 'reverted', hash })
      return 'ended'
    }
    const outcomes = operations.flatMap((operation) => findOutcome(receipt, operation.hash) ?? [])
    const handled = outcomes.map((outcome) => outcome.hash)
    const isKnown = operations.every(
      (operation) => !handled.includes(operation.hash) || operation.blockHash === blockHash,
    )
    if (isKnown && !isFinal) return 'soft'
    const place = { transactionHash: hash, blockHash, blockNumber }
    await this.#store(bids, { status: 'mined', hash, place, handled, isFinal })
    if (!isKnown) {
      metrics.bundles({ chain: chain.networkId, end: 'mined' }).add()
      for (const outcome of outcomes) await onIncluded(outcome)
    }
    return isFinal ? 'ended' : 'soft'
  }

  #store(bids: Bids, outcome: BundleOutcome): Promise<void> {
    const { access, now } = this.#options
    return access.run((queries) => settleBundle(queries, bids, outcome, now()))
  }

  /** Milliseconds since this process first called this for a key. */
  #ageIn(seen: Map<string, number>, key: string): number {
    const now = this.#options.now()
    const first = seen.get(key) ?? now
    seen.set(key, first)
    return now - first
  }

  /**
   * Signs a transaction again with higher fees for the same nonce, stores it, and sends it.
   * @returns false if its operations do not pay more, and it may still wait
   */
  async #outbid(account: PrivateKeyAccount, bids: Bids): Promise<boolean> {
    const { chain, access, metrics, now } = this.#options
    const { bundle } = bids
    const next = await signNext(chain, account, bids, {
      market: await readMarket(chain, this.#over),
      isOver: this.#ageIn(this.#waiting, placeOf(bundle)) >= stuck.end,
    })
    this.#over.throwIfAborted() // another process may lead now
    if (!next) return false
    if (!(await access.run((queries) => outbidBundle(queries, bundle, next, now())))) return false
    metrics.bundles({ chain: chain.networkId, end: next.isEmpty ? 'ended' : 'outbid' }).add()
    // it is stored, so the next round sends it again
    await sendRaw(chain, next.raw, this.#over)
    return true
  }
}
