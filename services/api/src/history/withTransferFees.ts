import type { Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'
import { kinds } from '../db/schema.ts'

/**
 * The transfers as the account sees them. Some tokens take a fee from each transfer. The index
 * stores the fee as another transfer, to the zero address, right after the transfer itself. For the
 * sender, both amounts are added. The recipient sees the amount that arrived.
 */
export function withTransferFees(account: Hex, transfers: readonly Transfer[]): Transfer[] {
  const seen: Transfer[] = []
  for (const transfer of transfers) {
    const at = isTransferFee(account, transfer)
      ? seen.findLastIndex((entry) => isPaidBy(account, entry) && entry.token === transfer.token)
      : -1
    const paid = seen[at]
    if (paid) seen[at] = { ...paid, amount: paid.amount + transfer.amount }
    else seen.push(transfer)
  }
  return seen
}

const isPaidBy = (account: Hex, { kind, sender, recipient }: Transfer) =>
  kind === kinds.erc20 && sender === account && recipient !== zeroAddress && recipient !== account
const isTransferFee = (account: Hex, { kind, sender, recipient }: Transfer) =>
  kind === kinds.erc20 && sender === account && recipient === zeroAddress
