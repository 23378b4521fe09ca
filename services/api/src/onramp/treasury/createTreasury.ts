import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem'
import { wait } from '@latchkey/server/waiting'
import type { Leadership } from '@latchkey/server/db/database'
import type { Hex } from '../../chainIndex/chainIndex.ts'
import type { Access } from '../../db/createAccess.ts'
import type { Metrics } from '../../metrics.ts'
import { NodesError } from '../../providers/nodes.ts'
import { listPaid, moveOrder, type Order } from '../orders/orderStore.ts'
import { createWakeup } from '../createWakeup.ts'
import {
  insertPayout,
  listOpen,
  nextNonce,
  outbidPayout,
  settlePayout,
  type Payout,
  type PayoutWallet,
} from './payoutStore.ts'
import {
  balanceOf,
  broadcast,
  callOf,
  countSent,
  estimateGas,
  findOutcomes,
  outbidding,
  readFees,
  type PayoutOutcome,
  type Transfer,
} from './payoutChain.ts'
import { chainIdOf, type EvmChain } from '../../chains/evm/evmChain.ts'
import { evmKey } from '../../chains/evm/evmKeys.ts'

/**
 * Milliseconds.
 * - `idle`: between two polls for work, while orders wait or other processes add some
 * - `own`: between two polls, where only this process adds work
 * - `open`: between two polls of pending payouts
 * - `lead`: between two attempts to become the leader
 * - `failure`, `max`: after the first failure, and the longest
 * - `poor`: for which an order waits that the treasury cannot pay
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
 * Milliseconds after which a payout that is in no block is sent with higher fees, and the maximum
 * of such repetitions.
 */
const stuck = { after: 60_000, max: 8 }
/**
 * Milliseconds for which a nonce must appear used by another transaction. A node may count a
 * transaction before it has the receipt, and the order would be paid twice.
 */
const doubt = 60_000
/** Maximum of pending payouts. */
const atOnce = 16
/** Paid orders that are searched for one that can be paid. */
const searched = 200

/** Pays out bought tokens. Of all processes that share the database, one sends on each network. */
export type Treasury = {
  address: Hex
  /** Reports that an order may have been paid. */
  wake(): void
  close(): Promise<void>
}

/**
 * When this process first saw a payout in no block (`unmined`), or its nonce used by another
 * transaction (`displaced`); by hash.
 */
type Since = { readonly unmined: Map<Hex, number>; readonly displaced: Map<Hex, number> }

const numberOf = (chain: EvmChain) => Number(chainIdOf(chain))

export type TreasuryOptions = {
  access: Access
  chains: readonly EvmChain[]
  /** The private key. It is never logged. */
  key: Hex
  /** Blocks, its own included, after which a payout is final. */
  confirmations: number
  now: () => number
  metrics: Metrics
  /** Called at the first of several failures in a row. */
  onFailure: (error: Error) => void
}

/**
 * Starts to pay. A killed process neither pays twice nor forgets an order:
 * - A payout is signed and stored before it is sent, in one transaction with its order.
 * - From then on only these bytes are sent, until they are mined or another transaction has used
 *   their nonce.
 * - A payout that no block takes is signed again for the same nonce, with higher fees, and stored
 *   before it is sent. One of the two is mined.
 */
export function createTreasury({
  access,
  chains,
  key,
  confirmations,
  now,
  metrics,
  onFailure,
}: TreasuryOptions): Treasury {
  const account = privateKeyToAccount(key)
  const sender = evmKey(account.address)
  const depth = confirmations - 1
  const stop = new AbortController()
  const wakeups = chains.map(() => createWakeup())

  async function leadUntilStopped(
    chain: EvmChain,
    wakeup: ReturnType<typeof createWakeup>,
  ): Promise<void> {
    const database = await access.whenOpen
    if (!database) return
    let failures = 0
    while (!stop.signal.aborted) {
      try {
        const leadership = await database.lead(`treasury ${sender} ${chain.networkId}`)
        if (!leadership) {
          await wait(pauses.lead, stop.signal)
          continue
        }
        try {
          await payUntilLost(
            chain,
            { leadership, isShared: database.isShared },
            wakeup,
            () => (failures = 0),
          )
        } finally {
          await leadership.release()
        }
      } catch (error) {
        if (stop.signal.aborted) return
        metrics.payoutFailures({ chain: chain.networkId }).add()
        if (failures === 0 && error instanceof Error) onFailure(error)
        failures += 1
        await wait(Math.min(pauses.max, pauses.failure * 2 ** Math.min(failures, 8)), stop.signal)
      }
    }
  }

  async function payUntilLost(
    chain: EvmChain,
    { leadership: { lost }, isShared }: { leadership: Leadership; isShared: boolean },
    wakeup: ReturnType<typeof createWakeup>,
    onRound: () => void,
  ): Promise<void> {
    const wallet = { sender, networkId: chain.networkId }
    const over = AbortSignal.any([stop.signal, lost])
    /** Orders that cannot be paid now, with the end of their waiting time. */
    const poor = new Map<string, number>()
    const since = { unmined: new Map<Hex, number>(), displaced: new Map<Hex, number>() }
    while (!over.aborted) {
      const open = await settle(chain, wallet, since, over)
      const paid = open >= atOnce ? 0 : await payNext(chain, wallet, atOnce - open, poor, over)
      onRound()
      // what was just sent may be mined at once
      if (paid === 0)
        await wakeup.wait(
          open > 0 ? pauses.open : isShared || poor.size > 0 ? pauses.idle : pauses.own,
          over,
        )
    }
  }

  /**
   * Looks up pending payouts, and sends those again that are not mined.
   * @returns the number that is still pending
   */
  async function settle(
    chain: EvmChain,
    wallet: PayoutWallet,
    since: Since,
    signal: AbortSignal,
  ): Promise<number> {
    const count = await countSent(chain.nodes.request, sender, 0, signal)
    const open = await access.run((queries) => listOpen(queries, wallet, count))
    for (const seen of Object.values(since))
      for (const hash of seen.keys())
        if (!open.some(({ payout }) => payout.hash === hash)) seen.delete(hash)
    if (open.length === 0) return 0
    const outcomes = (await findOutcomes(chain, sender, open, depth, signal)).map((outcome) =>
      doubted(outcome, since.displaced),
    )
    for (const { bids, end } of outcomes) {
      const { payout } = bids
      if (end.status !== 'open') {
        if (payout.state !== 'sent') continue
        await access.run((queries) => settlePayout(queries, payout, end, now()))
        metrics.payouts({ chain: chain.networkId, end: end.status }).add()
      } else if (payout.nonce >= count) {
        const isStuck =
          payout.state === 'sent' &&
          !end.isSeen &&
          ageIn(since.unmined, payout.hash) >= stuck.after &&
          bids.outbid.length < stuck.max
        if (isStuck) await outbid(chain, payout, signal)
        else await broadcast(chain, payout.raw, signal)
      }
    }
    return outcomes.filter(({ bids, end }) => bids.payout.state === 'sent' && end.status === 'open')
      .length
  }

  /** Milliseconds since this process first looked up a payout. */
  function ageIn(seen: Map<Hex, number>, hash: Hex): number {
    const first = seen.get(hash) ?? now()
    seen.set(hash, first)
    return now() - first
  }

  /**
   * The known outcome of a payout. That it will never be mined counts only after it has appeared so
   * for `doubt`.
   */
  function doubted(outcome: PayoutOutcome, seen: Map<Hex, number>): PayoutOutcome {
    const { bids, end } = outcome
    const { hash } = bids.payout
    if (end.status !== 'displaced') seen.delete(hash)
    else if (ageIn(seen, hash) < doubt) return { bids, end: { status: 'open', isSeen: true } }
    return outcome
  }

  /** Signs a payout again with higher fees, for the same nonce, and sends it. */
  async function outbid(chain: EvmChain, payout: Payout, signal: AbortSignal): Promise<void> {
    const raw = await account.signTransaction(
      outbidding(payout.raw, await readFees(chain, signal), numberOf(chain)),
    )
    const { networkId, nonce, orderId } = payout
    signal.throwIfAborted() // another process may pay from here on
    if (
      !(await access.run((queries) =>
        outbidPayout(
          queries,
          payout,
          { sender, networkId, nonce, orderId, hash: keccak256(raw), raw },
          now(),
        ),
      ))
    )
      return
    metrics.payouts({ chain: networkId, end: 'outbid' }).add()
    await broadcast(chain, raw, signal).catch(() => {}) // it is stored, so the next round sends it
  }

  /**
   * Signs, stores and sends the next payouts.
   * @returns their number
   */
  async function payNext(
    chain: EvmChain,
    wallet: PayoutWallet,
    max: number,
    poor: Map<string, number>,
    signal: AbortSignal,
  ): Promise<number> {
    const waiting = await access.run((queries) => listPaid(queries, chain.networkId, searched))
    for (const id of poor.keys()) if (!waiting.some((order) => order.id === id)) poor.delete(id)
    const due = waiting.filter(({ id }) => (poor.get(id) ?? 0) <= now())
    if (due.length === 0) return 0
    let nonce = Math.max(
      await access.run((queries) => nextNonce(queries, wallet)),
      await countSent(chain.nodes.request, sender, 0, signal),
    )
    let paid = 0
    for (const order of due) {
      if (paid === max || signal.aborted) break
      const payout = await sign(chain, order, nonce, signal)
      if (payout === 'poor') poor.set(order.id, now() + pauses.poor)
      if (typeof payout === 'string') continue
      signal.throwIfAborted() // another process may pay from here on
      // another process has stored it
      if (!(await access.run((queries) => insertPayout(queries, payout, now())))) break
      // it is stored, so the next round sends it
      await broadcast(chain, payout.raw, signal).catch(() => {})
      nonce += 1
      paid += 1
    }
    return paid
  }

  async function sign(
    chain: EvmChain,
    order: Order,
    nonce: number,
    signal: AbortSignal,
  ): Promise<Omit<Payout, 'state'> | 'poor' | 'failed'> {
    const transfer: Transfer = { token: order.token, to: order.wallet, amount: order.amount }
    const { networkId } = chain
    if ((await balanceOf(chain, sender, order.token, signal)) < order.amount) return 'poor'
    const gas = await estimateGas(chain, sender, transfer, signal).catch((error: unknown) => {
      if (error instanceof NodesError && error.isRevert) return 'refused'
      // a node's error for too few coins to pay the gas
      if (error instanceof NodesError && error.code !== undefined) return 'poor'
      throw error
    })
    if (gas === 'poor') return gas
    if (gas === 'refused') {
      await access.run((queries) =>
        queries.transaction((work) =>
          moveOrder(work, order.id, 'failed', now(), { reason: 'provider' }),
        ),
      )
      metrics.payouts({ chain: networkId, end: 'refused' }).add()
      return 'failed'
    }
    const raw = await account.signTransaction({
      ...callOf(transfer),
      ...(await readFees(chain, signal)),
      gas,
      nonce,
      chainId: numberOf(chain),
    })
    return { sender, networkId, nonce, orderId: order.id, hash: keccak256(raw), raw }
  }

  const running = Promise.all(
    chains.map((chain, index) => leadUntilStopped(chain, wakeups[index] ?? createWakeup())),
  )
  running.catch((error: unknown) => error instanceof Error && onFailure(error))
  return {
    address: sender,
    wake: () => wakeups.forEach((wakeup) => wakeup.wake()),
    async close() {
      stop.abort()
      await running.catch(() => {}) // reported above
    },
  }
}
