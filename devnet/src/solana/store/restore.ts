import type { Chain } from '../chain/chain.ts'
import { DamagedError } from '../../checkedLines.ts'
import { restoreAccount, type Head, type Line } from './lines.ts'

/** The head, which is the first line of a file. @throws DamagedError if it is missing */
export function headOf([first]: readonly Line[]): Head {
  if (first?.kind !== 'head') throw new DamagedError('the head is missing')
  return first
}

/** Adds the accounts and transactions of stored lines to an empty chain. */
export function restore({ accounts, history }: Chain, lines: readonly Line[]): void {
  for (const line of lines) {
    if (line.kind === 'account') accounts.write(line.account[0], restoreAccount(line.account))
    if (line.kind !== 'transaction') continue
    history.add(line.transaction)
    for (const account of line.accounts) accounts.write(account[0], restoreAccount(account))
  }
}

/** The newest slot in the lines, and its time in milliseconds since 1970. */
export function newestOf(lines: readonly Line[]): { slot: number; time: number } {
  const { slot, time } = headOf(lines)
  return lines.reduce(
    (newest, line) =>
      line.kind === 'transaction' && line.transaction.slot > newest.slot
        ? { slot: line.transaction.slot, time: line.transaction.time * 1_000 }
        : newest,
    { slot, time },
  )
}
