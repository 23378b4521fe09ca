import type { Forms } from './Form.ts'
import { readKey, skipText } from './Form.ts'

/**
 * Instructions of the system program; a number of four bytes names each. Source: Agave,
 * `SystemInstruction`
 */
export const systemSteps: Forms = {
  0: { accounts: 2, read: (reader, [from, account]) => created(reader, from, account) },
  1: {
    accounts: 1,
    read: (reader, [account]) => ({ kind: 'assign', account, program: readKey(reader) }),
  },
  2: {
    accounts: 2,
    read: (reader, [from, to]) => ({ kind: 'transfer', from, to, amount: reader.number(8) }),
  },
  3: {
    accounts: 2,
    optional: 1,
    read(reader, [from, account]) {
      readKey(reader) // the base account from which the new address is derived
      skipText(reader)
      return created(reader, from, account)
    },
  },
  4: { accounts: 3, read: (_, [account]) => ({ kind: 'advance', account }) },
  5: {
    accounts: 5,
    read: (reader, [from, to]) => ({ kind: 'withdraw', from, to, amount: reader.number(8) }),
  },
  6: {
    accounts: 3,
    read: (reader, [account]) => ({ kind: 'setup', account, holders: [readKey(reader)] }),
  },
  7: {
    accounts: 2,
    read: (reader, [over]) => ({ kind: 'right', right: 'nonce', over, to: readKey(reader) }),
  },
  8: {
    accounts: 1,
    read: (reader, [account]) =>
      reader.number(8) >= 0n ? { kind: 'allocate', account } : undefined,
  },
  9: {
    accounts: 2,
    read(reader, [account]) {
      readKey(reader)
      skipText(reader)
      reader.number(8)
      return { kind: 'assign', account, program: readKey(reader) }
    },
  },
  10: {
    accounts: 2,
    read(reader, [account]) {
      readKey(reader)
      skipText(reader)
      return { kind: 'assign', account, program: readKey(reader) }
    },
  },
  11: {
    accounts: 3,
    read(reader, [from, , to]) {
      const amount = reader.number(8)
      skipText(reader)
      readKey(reader)
      return { kind: 'transfer', from, to, amount }
    },
  },
  12: { accounts: 1, read: (_, [account]) => ({ kind: 'advance', account }) },
  13: {
    accounts: 1,
    optional: 1,
    read: (reader, [account, from]) => created(reader, from ?? account, account),
  },
}

/** A new account: its payer, its size, and the program that owns it. */
function created(
  reader: Parameters<Forms[number]['read']>[0],
  from: string | undefined,
  account: string | undefined,
) {
  const amount = reader.number(8)
  reader.number(8) // size in bytes
  return { kind: 'create', from, account, amount, program: readKey(reader) } as const
}
