import { readAddress, readU16, readU32, readU64 } from '../wire/base.ts'
import { WireError } from '../wire/reader.ts'
import type { Json } from '../chain/types.ts'

/**
 * Reads an instruction: its name and fields, or the text of a memo. Undefined when validators have
 * no form for it.
 */
export type ParseInstruction = (accounts: readonly string[], data: Uint8Array) => Json | undefined

/**
 * Reads the fields of an instruction's data one after another. The methods throw WireError if the
 * data ends too early.
 */
export type Fields = {
  u8(): number
  u16(): number
  u32(): number
  u64(): bigint
  address(): string
  /** A text whose length is before it in eight bytes. */
  text64(): string
  /** A text whose length is before it in four bytes. */
  text32(): string
  /** An optional address. A byte before it tells whether it is present. */
  optional(): string | undefined
  /** An optional address; 32 zero bytes mean none. */
  nonzero(): string | undefined
  rest(): number
}

/** Creates a reader of an instruction's data from `start` on. */
export function fieldsOf(data: Uint8Array, start: number): Fields {
  let at = start
  const take = (length: number): number => {
    if (at + length > data.length) throw new WireError('the data of the instruction is too short')
    at += length
    return at - length
  }
  const text = (length: number): string => {
    const from = take(length)
    return new TextDecoder().decode(data.subarray(from, from + length))
  }
  const address = (): string => readAddress(data, take(32))
  const u8 = (): number => data[take(1)] ?? 0
  const u32 = (): number => readU32(data, take(4))
  const u64 = (): bigint => readU64(data, take(8))
  return {
    u8,
    u16: () => readU16(data, take(2)),
    u32,
    u64,
    address,
    text64: () => text(Number(u64())),
    text32: () => text(u32()),
    optional: () => (u8() === 1 ? address() : undefined),
    nonzero: () => {
      const found = address()
      return /^1{32}$/.test(found) ? undefined : found
    },
    rest: () => data.length - at,
  }
}

/**
 * The accounts of an instruction under the names that validators give them.
 * @throws WireError if there are fewer accounts than names
 */
export function named(
  accounts: readonly string[],
  names: readonly string[],
): Record<string, string> {
  if (accounts.length < names.length) throw new WireError('the instruction has too few accounts')
  return Object.fromEntries(names.map((name, index) => [name, accounts[index] ?? '']))
}

/** The `jsonParsed` form of an instruction: its name (`type`) and its parts (`info`). */
export const parsed = (type: string, info: { [key: string]: Json }): Json => ({ type, info })

/**
 * The account at `at`, which signs, under this name. If more accounts follow it, it is a multisig
 * account, and they are its signers.
 */
export function signerOf(
  accounts: readonly string[],
  at: number,
  name: string,
): { [key: string]: Json } {
  const signer = accounts[at]
  if (signer === undefined) throw new WireError('the instruction has too few accounts')
  const signers = accounts.slice(at + 1)
  return signers.length === 0
    ? { [name]: signer }
    : { [`multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`]: signer, signers }
}
