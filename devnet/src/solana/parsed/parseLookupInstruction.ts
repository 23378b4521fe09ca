import { readU32 } from '../wire/base.ts'
import { fieldsOf, named, parsed, type ParseInstruction } from './fields.ts'

const table = ['lookupTableAccount', 'lookupTableAuthority'] as const
const paid = [...table, 'payerAccount', 'systemProgram'] as const

/** Reads an instruction of the program of lookup tables. */
export const parseLookupInstruction: ParseInstruction = (accounts, data) => {
  const number = data.length >= 4 ? readU32(data, 0) : -1
  const fields = fieldsOf(data, 4)
  if (number === 0)
    return parsed('createLookupTable', {
      ...named(accounts, paid),
      recentSlot: fields.u64(),
      bumpSeed: fields.u8(),
    })
  if (number === 1) return parsed('freezeLookupTable', named(accounts, table))
  if (number === 2) {
    const count = Number(fields.u64())
    const newAddresses = Array.from({ length: Math.min(count, 256) }, fields.address)
    return parsed('extendLookupTable', {
      ...named(accounts, accounts.length >= paid.length ? paid : table),
      newAddresses,
    })
  }
  if (number === 3) return parsed('deactivateLookupTable', named(accounts, table))
  return number === 4
    ? parsed('closeLookupTable', named(accounts, [...table, 'recipient']))
    : undefined
}
