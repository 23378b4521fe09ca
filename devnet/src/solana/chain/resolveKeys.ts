import type { Message } from '../wire/readTransaction.ts'
import { readAddress } from '../wire/base.ts'
import type { Account } from './types.ts'

/** All addresses of a transaction. Instructions refer to them by their index in `all`. */
export type Keys = {
  all: readonly string[]
  loaded: { writable: readonly string[]; readonly: readonly string[] }
}

/** The program of lookup tables. */
export const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111'

/** Bytes of a lookup table before its addresses. */
export const lookupTableHeader = 56

/**
 * The addresses of a message, including those from its lookup tables. Undefined if a table or an
 * entry of a table is missing; the VM then reports what is missing.
 */
export function resolveKeys(
  { keys, lookups }: Message,
  read: (address: string) => Account | undefined,
): Keys | undefined {
  const loaded: { writable: string[]; readonly: string[] } = { writable: [], readonly: [] }
  for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
    const table = read(accountKey)
    if (table?.owner !== lookupTableProgram) return undefined
    const find = (index: number) => addressAt(table.data, index)
    for (const index of writableIndexes) loaded.writable.push(find(index) ?? '')
    for (const index of readonlyIndexes) loaded.readonly.push(find(index) ?? '')
  }
  const all = [...keys, ...loaded.writable, ...loaded.readonly]
  return all.includes('') ? undefined : { all, loaded }
}

function addressAt(table: Uint8Array, index: number): string | undefined {
  const offset = lookupTableHeader + 32 * index
  return offset + 32 <= table.length ? readAddress(table, offset) : undefined
}

/** Whether an instruction may change the address at `index`. */
export function isWritable(
  { header, keys }: Message,
  index: number,
  loadedWritable: number,
): boolean {
  const {
    numRequiredSignatures: signers,
    numReadonlySignedAccounts,
    numReadonlyUnsignedAccounts,
  } = header
  if (index < signers) return index < signers - numReadonlySignedAccounts
  if (index < keys.length) return index < keys.length - numReadonlyUnsignedAccounts
  return index < keys.length + loadedWritable
}
