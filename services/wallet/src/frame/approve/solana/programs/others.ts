import type { Form, Forms } from './Form.ts'
import { readKey, rentAccount } from './Form.ts'
import { isTokenProgram } from './tokenPrograms.ts'

/**
 * Instructions of lookup tables; a number of four bytes names each. Source:
 * solana-address-lookup-table-interface
 */
export const lookupSteps: Forms = {
  0: {
    accounts: 4,
    read(reader, [table]) {
      reader.number(8) // a recent slot
      reader.byte() // the address's bump
      return { kind: 'table', table }
    },
  },
  1: { accounts: 2, read: (_, [table]) => ({ kind: 'table', table }) },
  2: {
    accounts: 2,
    optional: 2,
    read(reader, [table]) {
      const count = reader.number(8)
      for (let index = 0n; index < count; index++) readKey(reader)
      return { kind: 'table', table }
    },
  },
  3: { accounts: 2, read: (_, [table]) => ({ kind: 'table', table }) },
  4: { accounts: 3, read: (_, [account, , to]) => ({ kind: 'close', what: 'other', account, to }) },
}

/**
 * Instructions that change programs. Writing code into a buffer changes nothing yet and stays
 * unknown. Source: solana-loader-v3-interface
 */
export const loaderSteps: Forms = {
  2: {
    accounts: 8,
    read(reader, [, , program, buffer]) {
      reader.number(8) // size in bytes
      return { kind: 'code', program, buffer }
    },
  },
  3: { accounts: 7, read: (_, [, program, buffer]) => ({ kind: 'code', program, buffer }) },
  4: {
    accounts: 2,
    optional: 1,
    read: (_, [over, , to, ...more]) =>
      more.length > 0 ? undefined : { kind: 'right', right: 'code', over, to: to ?? null },
  },
  5: {
    accounts: 2,
    optional: 2,
    read: (_, [account, to]) => ({ kind: 'close', what: 'other', account, to }),
  },
  7: { accounts: 3, read: (_, [over, , to]) => ({ kind: 'right', right: 'code', over, to }) },
}

/**
 * Instructions of a validator's account. Source: solana-vote-interface, `VoteInstruction`
 */
export const voteSteps: Forms = {
  1: {
    accounts: 3,
    read(reader, [over]) {
      const to = readKey(reader)
      return voteRight(reader.number(4), over, to)
    },
  },
  3: {
    accounts: 3,
    read: (reader, [from, to]) => ({ kind: 'withdraw', from, to, amount: reader.number(8) }),
  },
  4: { accounts: 3, read: (_, [over, to]) => ({ kind: 'right', right: 'vote', over, to }) },
  7: { accounts: 4, read: (reader, [over, , , to]) => voteRight(reader.number(4), over, to) },
}

const voteRight = (number: bigint, over: string | undefined, to: string | undefined) =>
  number > 1n
    ? undefined
    : ({ kind: 'right', right: number === 0n ? 'vote' : 'withdraw', over, to } as const)

const create: Form = {
  accounts: 6,
  optional: 1,
  optionalIs: rentAccount,
  read: (_, [, account, owner, mint, , program]) =>
    isTokenProgram(program) ? { kind: 'open', account, owner, mint, isPlain: true } : undefined,
}

/**
 * Instructions of Associated Token Accounts.
 * - 0, 1: creates an owner's account for a token; 1 also succeeds when the account exists
 * - 2: moves tokens out of an account that is owned by another Associated Token Account
 */
export const associatedSteps: Forms = {
  0: create,
  1: create,
  2: {
    accounts: 7,
    read: (_, [from, mint, to, , , , program]) =>
      isTokenProgram(program) ? { kind: 'nested', from, mint, to } : undefined,
  },
}
