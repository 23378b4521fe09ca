import type { HistoryTransfer, OperationType } from '@latchkey/protocol/history'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'
import { kinds } from '../db/schema.ts'

/** Whether a transfer is marked as spam. */
export function isSpam(
  transfer: Pick<HistoryTransfer, 'fungible_info' | 'nft_info'> | undefined,
): boolean {
  return (
    transfer?.fungible_info?.flags?.is_spam === true || transfer?.nft_info?.flags?.is_spam === true
  )
}

/**
 * The sender and the recipient that a history shows for a transaction. `move` is the transfer that
 * was sent or received. It is more exact than the transaction, whose recipient is only the called
 * contract. But an unlisted token may log any address: its sender is never used, and a recipient
 * other than the account only if the account itself sent the transaction. A transfer of zero is not
 * used, because anyone can make it in the account's name.
 */
export function endsOf(
  account: Hex,
  { sender, recipient, created }: Ends,
  move: Transfer | undefined,
  isListed: (move: Transfer) => boolean,
): { sentFrom: Hex; sentTo: Hex | null } {
  const called = { sentFrom: sender, sentTo: recipient ?? created }
  if (!move || move.amount === 0n || move.kind === kinds.native || move.kind === kinds.internal)
    return called
  if (move.sender === account)
    return isListed(move) || sender === account
      ? { sentFrom: sender, sentTo: move.recipient }
      : called
  return {
    sentFrom: isListed(move) && move.sender !== zeroAddress ? move.sender : sender,
    sentTo: account,
  }
}

type Ends = Pick<AccountTransaction, 'sender' | 'recipient' | 'created'>

/**
 * The main transfer of a `send` or `receive`: the first in that direction. Undefined for other
 * operation types.
 */
export function moveOf(
  account: Hex,
  type: OperationType,
  transfers: readonly Transfer[],
): Transfer | undefined {
  if (type === 'send') return transfers.find(({ sender }) => sender === account)
  return type === 'receive' ? transfers.find(({ recipient }) => recipient === account) : undefined
}
