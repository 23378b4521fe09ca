import { KitError } from '../core/KitError.ts'
import type { Kit } from '../core/kit.ts'
import { readFee } from './fees.ts'
import type { Fee } from './fees.ts'
import { hasCode } from './hasCode.ts'
import { mostOf } from './mostOf.ts'
import { nodeOf, orNothing } from './node.ts'
import type { Node } from './node.ts'
import type { SendOrder } from './order.ts'
import { readMeans } from './readMeans.ts'
import { recentRecipients } from './recentRecipients.ts'
import { revertOf, simulate } from './simulate.ts'
import type { Simulation } from './simulate.ts'
import { transferOf } from './transferOf.ts'
import type { Transfer } from './transferOf.ts'
import { blockOf, warningsOf } from './warnings.ts'
import type { Block, Warning } from './warnings.ts'

/** Why an order can't be sent as it is. */
export type Problem = Block | 'nothing' | 'balance' | 'fee' | 'fails'

/** An order that was looked at from all sides, ready to be shown and sent. Amounts in the smallest unit. */
export type PreparedSend = Omit<SendOrder, 'amount'> & {
  amount: bigint
  transfer: Transfer
  /** Undefined when the node can't tell because the transfer would fail. */
  fee: Fee | undefined
  /** Of the token that is sent. */
  balance: bigint
  simulation: Simulation
  /** The gravest first; those that are `isSerious` want a word of the sender. */
  warnings: readonly Warning[]
  /** Empty for one that can be sent. */
  problems: readonly Problem[]
}

/** Whom the visitor knows beside the history, and which tokens are no fakes. */
export type Known = { addresses?: readonly string[]; tokens?: readonly string[]; signal?: AbortSignal }

/**
 * Looks at an order: what it costs, what would happen, what is odd about the recipient, whether there is enough.
 * Nothing is asked of the wallet. `max` becomes the balance, of the native token less the fee.
 * @throws KitError requestAborted; what the node answers when balances or fees can't be read
 */
export async function prepareSend(kit: Kit, order: SendOrder, known: Known = {}): Promise<PreparedSend> {
  const { networkId, from, to, token } = order
  const { signal } = known
  const node = nodeOf(kit, networkId, signal)
  const [{ native, held }, warnings] = await Promise.all([readMeans(kit, { networkId, from, token, signal }), readWarnings(kit, node, order, known)])
  const amount = order.amount === 'max' ? await readMost(node, order, held) : order.amount
  const transfer = transferOf(token, to, amount)
  const isCovered = amount <= held
  // what can't be paid fails for that reason alone
  const [fee, simulation] = isCovered ? await Promise.all([readFeeOrRevert(node, from, transfer), simulate(node, order, transfer)]) : [await orNothing(readFee(node, from, transferOf(token, to, 0n))), { status: 'unknown' } as const]
  const outcome = fee && 'status' in fee ? fee : simulation.status === 'unknown' && fee ? ({ status: 'works' } as const) : simulation
  const cost = fee && !('status' in fee) ? fee : undefined
  const block = blockOf({ to: to.address, token: token.address })
  const problems: Problem[] = [
    ...(block ? [block] : []),
    ...(amount === 0n ? (['nothing'] as const) : []),
    ...(isCovered ? [] : (['balance'] as const)),
    ...(isCovered && cost && native < cost.totalMost + transfer.value ? (['fee'] as const) : []),
    ...(outcome.status === 'fails' && isCovered ? (['fails'] as const) : []),
  ]
  const { amount: _, ...rest } = order
  return { ...rest, amount, transfer, fee: cost, balance: held, simulation: outcome, warnings: block ? [] : warnings, problems }
}

/** All that can be sent of a token. */
async function readMost(node: Node, { from, to, token }: SendOrder, held: bigint): Promise<bigint> {
  if (token.address !== undefined || held === 0n) return held
  return mostOf(held, await readFee(node, from, transferOf(token, to, 1n)))
}

/** The fee, or that the transfer fails. @throws whatever else the node answers */
async function readFeeOrRevert(node: Node, from: string, transfer: Transfer): Promise<Fee | Extract<Simulation, { status: 'fails' }>> {
  try {
    return await readFee(node, from, transfer)
  } catch (error) {
    const revert = KitError.is(error) ? revertOf(error) : undefined
    if (revert?.status !== 'fails') throw error
    return revert
  }
}

async function readWarnings(kit: Kit, node: Node, { networkId, from, to, token }: SendOrder, { addresses = [], tokens = [], signal }: Known): Promise<readonly Warning[]> {
  const listed = kit.context.options.tokens?.[networkId]?.map(({ address }) => address) ?? []
  const [dealings, isContract] = await Promise.all([
    import('./dealings.ts').then(({ readDealings }) => readDealings(kit, node, { account: from, networkId, tokens: [...tokens, ...listed], signal })),
    orNothing(hasCode(node, to.address)),
  ])
  const known = [...addresses, ...recentRecipients(kit).map(({ address }) => address)]
  return warningsOf({ to: to.address, from, token: token.address, isContract: isContract ?? false, dealings, known })
}
