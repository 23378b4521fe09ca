import { readCheckedLines, writeCheckedLine } from '../../checkedLines.ts'
import type { Account, ExecutedTransaction } from '../chain/types.ts'

/**
 * A stored account: its address, lamports, owner, whether it is executable, and its data in base64.
 * If the account was closed, only its address.
 */
export type StoredAccount =
  | readonly [address: string, lamports: string, owner: string, executable: boolean, data: string]
  | readonly [address: string]

/** A line of a stored state. The first line of a file is its head. */
export type Line =
  | {
      kind: 'head'
      version: 1
      bakeId: string
      generation: number
      slot: number
      /** Milliseconds since 1970. */
      time: number
    }
  | { kind: 'account'; account: StoredAccount }
  | {
      kind: 'transaction'
      transaction: ExecutedTransaction
      /** The accounts that the transaction has changed, as they are after it. */
      accounts: readonly StoredAccount[]
    }
  | { kind: 'end' }

/** The first line of a file. */
export type Head = Extract<Line, { kind: 'head' }>

/** Writes a line in its stored form: a checksum, then JSON. */
export const writeLine = (line: Line): string => writeCheckedLine(line)

/** Reads the complete lines of a text. `torn`: the last line is incomplete. @throws DamagedError */
export function readLines(text: string): { lines: Line[]; torn: boolean } {
  const { lines, torn } = readCheckedLines(text)
  return { lines: lines as Line[], torn } // the checksums show that `writeLine` has written them
}

/** Converts an account to its stored form. */
export function storeAccount(address: string, account: Account | undefined): StoredAccount {
  return account
    ? [
        address,
        account.lamports.toString(),
        account.owner,
        account.executable,
        Buffer.from(account.data).toString('base64'),
      ]
    : [address]
}

/** Reads an account from its stored form. */
export function restoreAccount(stored: StoredAccount): Account | undefined {
  const [, lamports, owner, executable, data] = stored
  return lamports === undefined || owner === undefined || data === undefined
    ? undefined
    : {
        lamports: BigInt(lamports),
        owner,
        executable: executable === true,
        data: Buffer.from(data, 'base64'),
      }
}
