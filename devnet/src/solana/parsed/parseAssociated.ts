import { named, parsed, type ParseInstruction } from './fields.ts'

const created = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'] as const
const recovered = [
  'nestedSource',
  'nestedMint',
  'destination',
  'nestedOwner',
  'ownerMint',
  'wallet',
  'tokenProgram',
] as const

/** Reads an instruction of the Associated Token Account program. */
export const parseAssociated: ParseInstruction = (accounts, data) => {
  const number = data[0] ?? 0
  if (number === 0) return parsed('create', named(accounts, created))
  if (number === 1) return parsed('createIdempotent', named(accounts, created))
  return number === 2 ? parsed('recoverNested', named(accounts, recovered)) : undefined
}
