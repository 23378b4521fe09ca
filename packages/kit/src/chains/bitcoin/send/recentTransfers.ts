import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { PastTransfer } from '../../../core/contracts/facets/send.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'
import { transactionIn } from '../esplora/answers.ts'
import type { ShownOutput, ShownTransaction } from '../esplora/answers.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { scriptOf } from '../wire/scripts.ts'

/** The number of latest transactions that are read. */
const maxTransactions = 50
/** A payment of less has no worth: spammers send tiny amounts so that their address appears. */
const dust = 1_000n

/**
 * The account's transfers in its latest transactions. Empty if the node does not have them. Source:
 * GET /address/:address/txs
 * @throws KitError requestAborted
 */
export async function recentTransfers(
  esplora: Esplora,
  account: string,
): Promise<readonly PastTransfer[]> {
  if (!scriptOf(account, esplora.networkId)) return []
  const list = await orUndefined(esplora.get(`/address/${account}/txs`))
  return (Array.isArray(list) ? list.slice(0, maxTransactions) : []).flatMap((entry: unknown) => {
    const transaction = readSafely(() => transactionIn(entry), undefined)
    return transaction ? transfersIn(transaction, account) : []
  })
}

/** The account's transfers in a transaction: it pays all outputs, or its senders paid it. */
export function transfersIn(
  { spent, outputs }: ShownTransaction,
  account: string,
): readonly PastTransfer[] {
  const isOwn = ({ address }: ShownOutput) =>
    address !== undefined && isSameAddress(address, account)
  const sources = spent.flatMap(({ output }) => output ?? [])
  const isOut = sources.some(isOwn)
  const received = outputs.filter(isOwn).reduce((sum, { amount }) => sum + amount, 0n)
  const counterparties = (isOut ? outputs : sources).filter((output) => !isOwn(output))
  const transfers = counterparties.flatMap(({ address, amount }) =>
    address === undefined
      ? []
      : [{ with: addressKey(address), isOut, hasWorth: (isOut ? amount : received) >= dust }],
  )
  // several coins of one sender are one transfer
  return transfers.filter(
    (transfer, index) => transfers.findIndex((entry) => entry.with === transfer.with) === index,
  )
}
