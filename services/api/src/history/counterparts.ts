import { getAddress } from 'viem'
import type { HistoryTransfer, OperationType } from '@latchkey/protocol/history'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { nobody } from '../chainIndex/holdingChanges.ts'
import { kinds } from '../db/schema.ts'

/** Both sides of a transfer, checksummed. */
export function partiesOf({ sender, recipient }: Transfer): Required<Pick<HistoryTransfer, 'sender' | 'recipient'>> {
  return { sender: getAddress(sender), recipient: getAddress(recipient) }
}

/** Whether a transfer is marked as spam. */
export function isSpam(transfer: Pick<HistoryTransfer, 'fungible_info' | 'nft_info'> | undefined): boolean {
  return transfer?.fungible_info?.flags?.is_spam === true || transfer?.nft_info?.flags?.is_spam === true
}

/**
 * Between whom a transaction was: `move`, what was sent or received, says it better than the transaction, which only knows
 * which contract it called. A token outside the operator's list may claim anybody, so it is believed nothing about who sent
 * it, and about who got it only when the account moved it itself. Moves of nothing can be made in anybody's name.
 */
export function endsOf(account: Hex, { sender, recipient, created }: Ends, move: Transfer | undefined, isListed: (move: Transfer) => boolean): { sentFrom: Hex; sentTo: Hex | null } {
  const called = { sentFrom: sender, sentTo: recipient ?? created }
  if (!move || move.amount === 0n || move.kind === kinds.native || move.kind === kinds.internal) return called
  if (move.sender === account) return isListed(move) || sender === account ? { sentFrom: sender, sentTo: move.recipient } : called
  return { sentFrom: isListed(move) && move.sender !== nobody ? move.sender : sender, sentTo: account }
}

type Ends = Pick<AccountTransaction, 'sender' | 'recipient' | 'created'>

/** What an account's sending or receiving was about: the first thing that went its way; undefined for other transactions. */
export function moveOf(account: Hex, type: OperationType, transfers: readonly Transfer[]): Transfer | undefined {
  if (type === 'send') return transfers.find(({ sender }) => sender === account)
  return type === 'receive' ? transfers.find(({ recipient }) => recipient === account) : undefined
}
