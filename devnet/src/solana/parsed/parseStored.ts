import { systemProgram } from '../chain/accounts.ts'
import { lookupTableHeader, lookupTableProgram } from '../chain/resolveKeys.ts'
import type { Account, Json } from '../chain/types.ts'
import { readAddress, readU32, readU64 } from '../wire/base.ts'

/** The `jsonParsed` form of a lookup table. */
export function parseLookupTable({ data }: Account): Json | undefined {
  if (data.length < lookupTableHeader || readU32(data, 0) !== 1) return undefined
  const count = Math.floor((data.length - lookupTableHeader) / 32)
  const info = {
    deactivationSlot: readU64(data, 4).toString(),
    lastExtendedSlot: readU64(data, 12).toString(),
    lastExtendedSlotStartIndex: data[20] ?? 0,
    ...(data[21] === 1 && { authority: readAddress(data, 22) }),
    addresses: Array.from({ length: count }, (_, index) =>
      readAddress(data, lookupTableHeader + 32 * index),
    ),
  }
  return {
    program: 'address-lookup-table',
    parsed: { type: 'lookupTable', info },
    space: data.length,
  }
}

/** The `jsonParsed` form of a nonce account. */
export function parseNonce({ data }: Account): Json | undefined {
  if (readU32(data, 4) !== 1) return undefined
  const info = {
    authority: readAddress(data, 8),
    blockhash: readAddress(data, 40),
    feeCalculator: { lamportsPerSignature: readU64(data, 72).toString() },
  }
  return { program: 'nonce', parsed: { type: 'initialized', info }, space: data.length }
}

/** Whether the account is a nonce account. */
export const isNonce = ({ owner, data }: Account): boolean =>
  owner === systemProgram && data.length === 80

/** Whether the account is a lookup table. */
export const isLookupTable = ({ owner }: Account): boolean => owner === lookupTableProgram
