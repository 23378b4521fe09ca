import { toBase58 } from '@latchkey/protocol/base58'
import type { Reader } from '../../../rpc/solana/readBytes.ts'
import type { Account, KnownStep } from '../Step.ts'

/**
 * The form of an instruction: the number of accounts that it needs, and its data after the leading
 * number.
 */
export type Form = {
  accounts: number
  /**
   * Number of additional accounts that the program knows and that may be missing.
   * @default 0
   */
  optional?: number
  /**
   * The required address of the optional account: the account of the network's rent, which older
   * versions of the program required.
   */
  optionalIs?: typeof rentAccount
  /** @returns undefined for bytes that are no such instruction */
  read: (reader: Reader, accounts: readonly Account[]) => KnownStep | undefined
}

/** The account that has the network's rent. */
export const rentAccount = 'SysvarRent111111111111111111111111111111111'

/** The instructions of a program, by their leading number. */
export type Forms = Readonly<Record<number, Form>>

/** Reads an account's key from the data. */
export const readKey = (reader: Reader): string => toBase58(reader.bytes(32))

/** Reads an optional key: a byte 1 before it, or a byte 0 without it. */
export const readOptionalKey = (reader: Reader): string | null =>
  readFlag(reader) ? readKey(reader) : null

/** Reads a byte 0 or 1. */
export function readFlag(reader: Reader): boolean {
  const flag = reader.byte()
  if (flag > 1) throw new RangeError('No flag')
  return flag === 1
}

/** Skips a text after its length, a number of eight bytes. bincode */
export function skipText(reader: Reader): void {
  const length = reader.number(8)
  reader.bytes(length > 1_232n ? 1_232 : Number(length))
}
