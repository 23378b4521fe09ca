import { toBase58 } from '@latchkey/protocol/base58'
import type { Reader } from '../../../rpc/solana/readBytes.ts'
import type { Account, KnownStep } from '../Step.ts'

/**
 * How a step of a program is written: the accounts that it needs at least and at most, and what
 * stands in its data behind the number that names it.
 */
export type Form = {
  accounts: number
  /** Accounts more that some steps have, and that the program knows. @default 0 */
  optional?: number
  /** What the optional account has to be: the rent of the network, as older programs took it. */
  optionalIs?: typeof rentAccount
  /** @returns undefined for a step that is not one after all */
  read: (reader: Reader, accounts: readonly Account[]) => KnownStep | undefined
}

/** The account that has the network's rent. */
export const rentAccount = 'SysvarRent111111111111111111111111111111111'

/** The steps of a program, by the number that they begin with. */
export type Forms = Readonly<Record<number, Form>>

/** An account that is written in the data. */
export const readKey = (reader: Reader): string => toBase58(reader.bytes(32))

/** One that may be missing: a byte 1 before it, or 0. */
export const readOptionalKey = (reader: Reader): string | null =>
  readFlag(reader) ? readKey(reader) : null

/** A byte 0 or 1. */
export function readFlag(reader: Reader): boolean {
  const flag = reader.byte()
  if (flag > 1) throw new RangeError('No flag')
  return flag === 1
}

/** A text whose length stands before it as a number of eight bytes. bincode */
export function skipText(reader: Reader): void {
  const length = reader.number(8)
  reader.bytes(length > 1_232n ? 1_232 : Number(length))
}
