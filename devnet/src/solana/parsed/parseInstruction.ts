import { toBase58 } from '@latchkey/protocol/base58'
import { memoPrograms } from '../chain/memoOf.ts'
import { lookupTableProgram } from '../chain/resolveKeys.ts'
import { systemProgram } from '../chain/accounts.ts'
import { tokenPrograms } from '../chain/tokenAccounts.ts'
import type { Json } from '../chain/types.ts'
import type { CompiledInstruction } from '../wire/readTransaction.ts'
import { WireError } from '../wire/reader.ts'
import { parseAssociated } from './parseAssociated.ts'
import { parseLookupInstruction } from './parseLookupInstruction.ts'
import { parseMemo } from './parseMemo.ts'
import { parseSystem } from './parseSystem.ts'
import { parseToken } from './parseToken.ts'
import type { ParseInstruction } from './fields.ts'

const parsers = new Map<string, { program: string; parse: ParseInstruction }>([
  [systemProgram, { program: 'system', parse: parseSystem }],
  [tokenPrograms.token, { program: 'spl-token', parse: parseToken }],
  [tokenPrograms.token2022, { program: 'spl-token', parse: parseToken }],
  [
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    { program: 'spl-associated-token-account', parse: parseAssociated },
  ],
  [lookupTableProgram, { program: 'address-lookup-table', parse: parseLookupInstruction }],
  ...memoPrograms.map((id) => [id, { program: 'spl-memo', parse: parseMemo }] as const),
])

/** The `jsonParsed` form of an instruction. If there is none, its accounts and its data. */
export function parseInstruction(
  { programIdIndex, accounts: indexes, data }: CompiledInstruction,
  keys: readonly string[],
  stackHeight: number | null,
): Json {
  const programId = keys[programIdIndex] ?? ''
  const accounts = indexes.map((index) => keys[index] ?? '')
  const known = parsers.get(programId)
  const parsed = known && parseSafely(known.parse, accounts, data)
  return parsed === undefined
    ? { programId, accounts, data: toBase58(data), stackHeight }
    : { program: known?.program, programId, parsed, stackHeight }
}

function parseSafely(
  parse: ParseInstruction,
  accounts: readonly string[],
  data: Uint8Array,
): Json | undefined {
  try {
    return parse(accounts, data)
  } catch (error) {
    // a failed transaction may contain any bytes
    if (error instanceof WireError || error instanceof RangeError) return undefined
    throw error
  }
}
