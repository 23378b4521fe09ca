import type { Json } from '../chain/types.ts'
import { readU32 } from '../wire/base.ts'
import { fieldsOf, named, parsed, type Fields, type ParseInstruction } from './fields.ts'

type Form = {
  type: string
  accounts: readonly string[]
  read?: (fields: Fields) => { [key: string]: Json }
}

const nonce = ['nonceAccount', 'recentBlockhashesSysvar'] as const

/** The instructions of the system program, by their number. */
const forms: readonly Form[] = [
  {
    type: 'createAccount',
    accounts: ['source', 'newAccount'],
    read: (data) => ({ lamports: data.u64(), space: data.u64(), owner: data.address() }),
  },
  { type: 'assign', accounts: ['account'], read: (data) => ({ owner: data.address() }) },
  {
    type: 'transfer',
    accounts: ['source', 'destination'],
    read: (data) => ({ lamports: data.u64() }),
  },
  {
    type: 'createAccountWithSeed',
    accounts: ['source', 'newAccount'],
    read: (data) => ({
      base: data.address(),
      seed: data.text64(),
      lamports: data.u64(),
      space: data.u64(),
      owner: data.address(),
    }),
  },
  { type: 'advanceNonce', accounts: [...nonce, 'nonceAuthority'] },
  {
    type: 'withdrawFromNonce',
    accounts: [
      'nonceAccount',
      'destination',
      'recentBlockhashesSysvar',
      'rentSysvar',
      'nonceAuthority',
    ],
    read: (data) => ({ lamports: data.u64() }),
  },
  {
    type: 'initializeNonce',
    accounts: [...nonce, 'rentSysvar'],
    read: (data) => ({ nonceAuthority: data.address() }),
  },
  {
    type: 'authorizeNonce',
    accounts: ['nonceAccount', 'nonceAuthority'],
    read: (data) => ({ newAuthorized: data.address() }),
  },
  { type: 'allocate', accounts: ['account'], read: (data) => ({ space: data.u64() }) },
  {
    type: 'allocateWithSeed',
    accounts: ['account'],
    read: (data) => ({
      base: data.address(),
      seed: data.text64(),
      space: data.u64(),
      owner: data.address(),
    }),
  },
  {
    type: 'assignWithSeed',
    accounts: ['account'],
    read: (data) => ({ base: data.address(), seed: data.text64(), owner: data.address() }),
  },
  {
    type: 'transferWithSeed',
    accounts: ['source', 'sourceBase', 'destination'],
    read: (data) => ({
      lamports: data.u64(),
      sourceSeed: data.text64(),
      sourceOwner: data.address(),
    }),
  },
]

/** Reads an instruction of the system program. */
export const parseSystem: ParseInstruction = (accounts, data) => {
  const form = data.length >= 4 ? forms[readU32(data, 0)] : undefined
  return (
    form &&
    parsed(form.type, { ...named(accounts, form.accounts), ...form.read?.(fieldsOf(data, 4)) })
  )
}
