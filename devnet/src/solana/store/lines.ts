import { createHash } from 'node:crypto'
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

/** Thrown if a stored file has an unreadable line, or lacks lines. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'
}

/** Writes a line in its stored form: a checksum, then JSON. */
export function writeLine(line: Line): string {
  const json = JSON.stringify(line)
  return `${checksum(json)} ${json}\n`
}

/**
 * Reads the complete lines of a text. `torn`: the last line is incomplete, because the process was
 * killed while it wrote.
 * @throws DamagedError if another line is damaged
 */
export function readLines(text: string): { lines: Line[]; torn: boolean } {
  const parts = text.split('\n')
  const rest = parts.pop() ?? ''
  const lines = parts.map(readLine)
  const firstBad = lines.indexOf(undefined)
  if (firstBad >= 0 && firstBad < lines.length - 1)
    throw new DamagedError(`line ${firstBad + 1} is damaged`)
  return { lines: lines.filter((line) => line !== undefined), torn: firstBad >= 0 || rest !== '' }
}

function readLine(text: string): Line | undefined {
  const json = text.slice(9)
  if (text.slice(0, 8) !== checksum(json)) return undefined
  return JSON.parse(json) as Line // the checksum shows that `writeLine` has written it
}

const checksum = (json: string): string =>
  createHash('sha256').update(json).digest('hex').slice(0, 8)

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
