import type { Transaction } from '@latchkey/protocol/transaction'
import { extrasOf } from '../../../core/transactions/extrasOf.ts'
import { facetOf, namespaceIn } from '../../../core/accounts/facetOf.ts'
import type { AddressesFacet } from '../../../core/contracts/facets/addresses.ts'
import type {
  FaultTexts,
  Fee,
  TransferPreview,
  SendFacet,
  SendOrder,
  Simulation,
  Transfer,
  UntouchedFunds,
} from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { maxSendable } from '../maxSendable.ts'
import { readSpendable } from '../costs/readSpendable.lazy.ts'
import { recentRecipients } from '../recentRecipients.ts'
import { blockOf, warningsOf } from './warnings.ts'
import type { Block, Warning } from './warnings.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The reason why an order can't be sent. */
export type Problem = Block | 'nothing' | 'balance' | 'fee' | 'fails'

/** An order that was checked, ready to be shown and sent. Amounts are in the smallest unit. */
export type PreparedSend = Omit<SendOrder, 'amount'> & {
  amount: bigint
  /**
   * The transaction for the wallet, with the fees that the visitor sees. Undefined if the amount
   * exceeds the balance.
   */
  transaction: Transaction | undefined
  /** Undefined if the node can't estimate the fee, because the transfer would fail. */
  fee: Fee | undefined
  /** The balance of the token to send. */
  balance: bigint
  simulation: Simulation
  /** The texts by which the chain explains why a simulated transfer fails. */
  faults?: FaultTexts | undefined
  /**
   * The most serious warning first. The sender must confirm warnings for which `isSerious` is true.
   */
  warnings: readonly Warning[]
  /** Parts of the balance that the transfer leaves alone. Absent if there are none. */
  untouched?: readonly UntouchedFunds[]
  /** Empty if the order can be sent. */
  problems: readonly Problem[]
}

/**
 * `addresses`: known to the visitor, besides the addresses of the history. `tokens`: genuine
 * contracts.
 */
export type Known = {
  addresses?: readonly string[]
  tokens?: readonly string[]
  signal?: AbortSignal
}

/**
 * Checks an order: its fee, its outcome, warnings about the recipient, and whether the balance is
 * sufficient. The wallet gets no request. The amount `max` becomes the whole balance; for the
 * native token, the balance minus the fee.
 * @throws KitError requestAborted; the node's error if balances or fees can't be read
 */
export async function prepareSend(
  kit: Kit,
  order: SendOrder,
  known: Known = {},
): Promise<PreparedSend> {
  const { networkId, from, to, token } = order
  const { signal } = known
  const [chain, addresses] = await Promise.all([
    facetOf(kit, networkId, 'send'),
    facetOf(kit, networkId, 'addresses'),
  ])
  const [{ native, held }, warnings] = await Promise.all([
    readSpendable(kit, { networkId, from, token, signal }),
    readWarnings(kit, chain, addresses, order, known),
  ])
  const amount =
    order.amount === 'max'
      ? await readMaxSendable(chain, { ...order, amount: 1n, signal }, held)
      : order.amount
  const isCovered = amount <= held
  const transfer = { ...order, amount, signal }
  // not previewed if the amount exceeds the balance: the transfer would fail for that reason alone
  const {
    transaction,
    fee,
    simulation,
    cautions = [],
    untouched,
  }: PreviewedTransfer = isCovered
    ? await chain.previewTransfer(transfer)
    : {
        transaction: undefined,
        fee: await orUndefined(chain.readFee({ ...transfer, amount: 0n })),
        simulation: { status: 'unknown' } as const,
      }
  const block = blockOf({ to: to.address, token: token.address }, addresses)
  const spent = token.address === undefined ? amount : 0n
  const problems: Problem[] = [
    ...(block ? [block] : []),
    ...(amount === 0n ? (['nothing'] as const) : []),
    ...(isCovered ? [] : (['balance'] as const)),
    ...(isCovered && fee && native < fee.maxTotal + extrasOf(fee) + spent
      ? (['fee'] as const)
      : []),
    ...(simulation.status === 'fails' ? (['fails'] as const) : []),
  ]
  return {
    networkId,
    from,
    to,
    token,
    amount,
    ...(order.feeChoice !== undefined && { feeChoice: order.feeChoice }),
    transaction,
    fee,
    balance: held,
    simulation,
    faults: chain.faults,
    warnings: block ? [] : [...warnings, ...cautions.map((kind) => ({ kind }))],
    ...(untouched && { untouched }),
    problems,
  }
}

/** The preview of a transfer. It has no transaction if the transfer was not previewed. */
type PreviewedTransfer = Partial<Pick<TransferPreview, 'transaction'>> &
  Omit<TransferPreview, 'transaction'>

/** Reads the maximum amount of a token that can be sent. */
async function readMaxSendable(
  chain: SendFacet,
  transfer: Transfer,
  held: bigint,
): Promise<bigint> {
  return transfer.token.address !== undefined || held === 0n
    ? held
    : maxSendable(held, await chain.readFee(transfer))
}

async function readWarnings(
  kit: Kit,
  chain: SendFacet,
  facet: AddressesFacet,
  { networkId, from, to, token }: SendOrder,
  { addresses = [], tokens = [], signal }: Known,
): Promise<readonly Warning[]> {
  const listed = contextOf(kit).options.tokens?.[networkId]?.map(({ address }) => address) ?? []
  const [counterparties, isContract] = await Promise.all([
    import('../counterparties.lazy.ts').then(({ readCounterparties }) =>
      readCounterparties(kit, { account: from, networkId, tokens: [...tokens, ...listed], signal }),
    ),
    orUndefined(chain.isContract({ address: to.address, networkId, signal })),
  ])
  const known = [
    ...addresses,
    ...recentRecipients(kit, namespaceIn(kit, networkId)).map(({ address }) => address),
  ]
  return warningsOf(
    {
      to: to.address,
      from,
      token: token.address,
      isContract: isContract ?? false,
      isBorrowed: to.isBorrowed,
      counterparties,
      known,
    },
    facet,
  )
}
