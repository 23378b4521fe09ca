import { leadWhile } from '@latchkey/server/db/leadWhile'
import type { Hex, PayoutRound, SoldChain } from '../chain/soldChain.ts'
import { createWakeup } from '@latchkey/server/createWakeup'
import { deliverOrder, listPaid } from '../orders/orderStore.ts'
import {
  insertPayout,
  listOpen,
  nextNonce,
  outbidPayout,
  settlePayout,
  type Payout,
  type PayoutOutcome,
  type PayoutWallet,
} from './payoutStore.ts'
import type { Service } from '../service.ts'

export type TreasuryOptions = Pick<Service, 'access' | 'metrics' | 'now'> & {
  chains: readonly SoldChain[]
  /** The number of blocks after which a payout is final, including the payout's own block. */
  confirmations: number
  /** Is called when there may be a new message to the API. */
  onMessage: () => void
  /** Is called at the first of several consecutive failures. */
  onFailure: (error: Error) => void
}

/**
 * All times are in milliseconds.
 * - `idle`: between two polls, while orders wait or other processes may add orders
 * - `own`: between two polls, while only this process adds orders
 * - `open`: between two polls while payouts are pending
 * - `lead`: between two attempts to become the leader
 * - `failure`, `max`: after a failure; the pause doubles up to `max`
 * - `poor`: how long an order waits that the treasury cannot pay now
 */
const pauses = {
  idle: 1_000,
  own: 10_000,
  open: 250,
  lead: 2_000,
  failure: 1_000,
  max: 30_000,
  poor: 10_000,
}
/**
 * `after`: milliseconds after which a payout that is in no block is signed again with higher fees.
 * `max`: the maximum of such repetitions.
 */
const stuck = { after: 60_000, max: 8 }
/**
 * Milliseconds for which a node has to report that another transaction has used a payout's nonce. A
 * node may count the payout's own transaction before it has the receipt. Without this wait, the
 * order would then be paid twice.
 */
const doubt = 60_000
/** Maximum of payouts that are pending at the same time. */
const atOnce = 16
/** Maximum of paid orders that are read to find orders that can be paid out. */
const searched = 200

/** What is known since this process has become the leader. */
type Lead = {
  /** Aborts when another process may lead. Then this process must not send anything. */
  over: AbortSignal
  /** Orders that the treasury cannot pay now, with the time of the next attempt. */
  poor: Map<string, number>
  /**
   * When this process first saw that a payout is in no block (`unmined`), or that another
   * transaction has used its nonce (`displaced`). The keys are hashes.
   */
  since: { readonly unmined: Map<Hex, number>; readonly displaced: Map<Hex, number> }
}

type ChainTreasuryOptions = Omit<TreasuryOptions, 'chains'> & { chain: SoldChain }

/** Pays the orders of one chain. */
export class ChainTreasury {
  readonly #options: ChainTreasuryOptions
  readonly #wallet: PayoutWallet
  readonly #stop = new AbortController()
  readonly #wakeup = createWakeup()

  constructor(options: ChainTreasuryOptions) {
    this.#options = options
    this.#wallet = { sender: options.chain.treasury, networkId: options.chain.networkId }
  }

  wake(): void {
    this.#wakeup.wake()
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Pays orders whenever this process is the leader, until `stop` is called. */
  async run(): Promise<void> {
    const { access, metrics, onFailure } = this.#options
    const { sender, networkId } = this.#wallet
    const database = await access.whenOpen
    if (!database) return
    await leadWhile(database, {
      name: `treasury ${sender} ${networkId}`,
      signal: this.#stop.signal,
      pauses,
      work: (over, onRound) => this.#payUntil(over, database.isShared, onRound),
      onFailure(error, isFirst) {
        metrics.payoutFailures({ chain: networkId }).add()
        if (isFirst && error instanceof Error) onFailure(error)
      },
    })
  }

  async #payUntil(over: AbortSignal, isShared: boolean, onRound: () => void): Promise<void> {
    const lead: Lead = {
      over,
      poor: new Map(),
      since: { unmined: new Map(), displaced: new Map() },
    }
    while (!over.aborted) {
      const open = await this.#settle(lead)
      const paid = open >= atOnce ? 0 : await this.#payNext(lead, atOnce - open)
      onRound()
      if (paid > 0) continue // the sent transactions may be mined already, so there is no pause
      const idle = isShared || lead.poor.size > 0 ? pauses.idle : pauses.own
      await this.#wakeup.wait(open > 0 ? pauses.open : idle, over)
    }
  }

  /**
   * Reads the outcomes of pending payouts. Payouts that are not mined are sent again.
   * @returns the number of payouts that are still pending
   */
  async #settle({ since, over }: Lead): Promise<number> {
    const { chain, access, confirmations } = this.#options
    const next = await access.run((queries) => nextNonce(queries, this.#wallet))
    const round = await chain.payouts.round(next, over)
    const open = await access.run((queries) => listOpen(queries, this.#wallet, round.lostFrom))
    for (const seen of Object.values(since))
      for (const hash of seen.keys())
        if (!open.some(({ payout }) => payout.hash === hash)) seen.delete(hash)
    if (open.length === 0) return 0
    const found = await chain.payouts.outcomes(open, confirmations - 1, over)
    const outcomes = found.map((outcome) => this.#doubted(outcome, since.displaced))
    for (const outcome of outcomes) await this.#follow(outcome, round, since.unmined, over)
    return outcomes.filter(({ bids, end }) => bids.payout.state === 'sent' && end.status === 'open')
      .length
  }

  /** Stores the outcome of a payout, or sends the payout again. */
  async #follow(
    { bids, end }: PayoutOutcome,
    round: PayoutRound,
    unmined: Map<Hex, number>,
    over: AbortSignal,
  ): Promise<void> {
    const { chain, access, metrics, now, onMessage } = this.#options
    const { payout } = bids
    if (end.status !== 'open') {
      if (payout.state !== 'sent') return
      await access.run((queries) => settlePayout(queries, payout, end, now()))
      metrics.payouts({ chain: chain.networkId, end: end.status }).add()
      return onMessage()
    }
    if (end.isSeen || round.isUsed(payout)) return
    const isStuck =
      chain.payouts.signHigher !== undefined &&
      payout.state === 'sent' &&
      this.#ageIn(unmined, payout.hash) >= stuck.after &&
      bids.outbid.length < stuck.max
    if (isStuck) await this.#outbid(payout, over)
    else await chain.payouts.send(payout.raw, over)
  }

  /** Milliseconds since this process first called this for a hash. */
  #ageIn(seen: Map<Hex, number>, hash: Hex): number {
    const now = this.#options.now()
    const first = seen.get(hash) ?? now
    seen.set(hash, first)
    return now - first
  }

  /**
   * Replaces the outcome `displaced` by `open`, until the nodes have reported it for `doubt`
   * milliseconds.
   */
  #doubted(outcome: PayoutOutcome, seen: Map<Hex, number>): PayoutOutcome {
    const { bids, end } = outcome
    const { hash } = bids.payout
    if (end.status !== 'displaced') seen.delete(hash)
    else if (this.#ageIn(seen, hash) < doubt) return { bids, end: { status: 'open', isSeen: true } }
    return outcome
  }

  /** Signs a payout again with higher fees for the same nonce, stores it, and sends it. */
  async #outbid(payout: Payout, over: AbortSignal): Promise<void> {
    const { chain, access, metrics, now, onMessage } = this.#options
    const next = await chain.payouts.signHigher?.(payout, over)
    if (!next) return
    over.throwIfAborted() // another process may lead now
    if (!(await access.run((queries) => outbidPayout(queries, payout, next, now())))) return
    metrics.payouts({ chain: chain.networkId, end: 'outbid' }).add()
    onMessage()
    // it is stored, so the next round sends it again
    await chain.payouts.send(next.raw, over).catch(() => {})
  }

  /**
   * Signs, stores and sends payouts for paid orders.
   * @param max maximum of new payouts
   * @returns the number of sent payouts
   */
  async #payNext({ poor, over }: Lead, max: number): Promise<number> {
    const { chain, access, now, onMessage } = this.#options
    const waiting = await access.run((queries) => listPaid(queries, chain.networkId, searched))
    for (const id of poor.keys()) if (!waiting.some((order) => order.id === id)) poor.delete(id)
    const due = waiting.filter(({ id }) => (poor.get(id) ?? 0) <= now())
    if (due.length === 0) return 0
    let nonce = await chain.payouts.nextNonce(
      await access.run((queries) => nextNonce(queries, this.#wallet)),
      over,
    )
    // payouts of this round are added below, so that no two spend the same coins
    const open = await access.run((queries) => listOpen(queries, this.#wallet, nonce))
    let paid = 0
    for (const order of due) {
      if (paid === max || over.aborted) break
      const payout = await chain.payouts.sign(order, { nonce, open }, over)
      if (payout === 'poor') poor.set(order.id, now() + pauses.poor)
      if (payout === 'refused') await this.#refuse(order.orderId)
      if (typeof payout === 'string') continue
      over.throwIfAborted() // another process may lead now
      // false: another process has stored a payout for this order, or with this nonce
      if (!(await access.run((queries) => insertPayout(queries, payout, now())))) break
      open.push({ payout: { ...payout, state: 'sent' }, outbid: [] })
      onMessage()
      // it is stored, so the next round sends it again
      await chain.payouts.send(payout.raw, over).catch(() => {})
      nonce += 1
      paid += 1
    }
    return paid
  }

  /** Ends an order whose token refuses the transfer. */
  async #refuse(orderId: string): Promise<void> {
    const { chain, access, metrics, now, onMessage } = this.#options
    await access.run((queries) =>
      queries.transaction((work) => deliverOrder(work, orderId, 'refused', now())),
    )
    metrics.payouts({ chain: chain.networkId, end: 'refused' }).add()
    onMessage()
  }
}
