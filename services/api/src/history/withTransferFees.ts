import type { Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'
import { kinds } from '../db/schema.ts'

/**
 * The transfers as the account sees them: what a token keeps of a transfer left the account with
 * it, so it is one amount, not two. The index has what a token keeps as a transfer to nobody, right
 * after the transfer itself. The recipient sees what arrived.
 */
export function withTransferFees(account: Hex, transfers: readonly Transfer[]): Transfer[] {
  const seen: Transfer[] = []
  for (const transfer of transfers) {
    const at = isTransferFee(account, transfer)
      ? seen.findLastIndex((one) => isPaidBy(account, one) && one.token === transfer.token)
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
