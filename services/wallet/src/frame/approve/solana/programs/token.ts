import type { Right } from '../Step.ts'
import type { Form, Forms } from './Form.ts'
import { readFlag, readKey, readOptionalKey, rentAccount } from './Form.ts'

/**
 * The rights that SetAuthority transfers, by their numbers. Any other number up to `lastRight` is
 * shown as a setting of the token. Source: spl-token-2022-interface, `AuthorityType`
 */
const rights: Readonly<Record<number, Right>> = {
  0: 'mint',
  1: 'freeze',
  2: 'owner',
  3: 'close',
  8: 'takeAll',
}
/** The highest known number of a right. */
const lastRight = 16

const newToken: Form['read'] = (reader, [mint]) => {
  reader.byte() // decimals
  return { kind: 'newToken', mint, minter: readKey(reader), freezer: readOptionalKey(reader) }
}

/**
 * Instructions that the Token program and Token-2022 share; a byte names each. Source:
 * spl-token-interface, `TokenInstruction`
 */
export const tokenSteps: Forms = {
  0: { accounts: 2, read: newToken },
  1: {
    accounts: 4,
    read: (_, [account, mint, owner]) => ({ kind: 'open', account, owner, mint, isPlain: false }),
  },
  3: {
    accounts: 3,
    read: (reader, [from, to]) => ({
      kind: 'token',
      from,
      mint: null,
      to,
      amount: reader.number(8),
      decimals: undefined,
    }),
  },
  4: {
    accounts: 3,
    read: (reader, [account, spender]) => ({
      kind: 'allow',
      account,
      spender,
      amount: reader.number(8),
      decimals: undefined,
    }),
  },
  5: { accounts: 2, read: (_, [account]) => ({ kind: 'disallow', account }) },
  6: {
    accounts: 2,
    read(reader, [over]) {
      const number = reader.byte()
      return number > lastRight
        ? undefined
        : { kind: 'right', right: rights[number] ?? 'setting', over, to: readOptionalKey(reader) }
    },
  },
  7: {
    accounts: 3,
    read: (reader, [mint, to]) => ({
      kind: 'mint',
      mint,
      to,
      amount: reader.number(8),
      decimals: undefined,
    }),
  },
  8: {
    accounts: 3,
    read: (reader, [account, mint]) => ({
      kind: 'burn',
      account,
      mint,
      amount: reader.number(8),
      decimals: undefined,
    }),
  },
  9: { accounts: 3, read: (_, [account, to]) => ({ kind: 'close', what: 'token', account, to }) },
  10: { accounts: 3, read: (_, [account]) => ({ kind: 'freeze', account }) },
  11: { accounts: 3, read: (_, [account]) => ({ kind: 'thaw', account }) },
  12: {
    accounts: 4,
    read: (reader, [from, mint, to]) => ({
      kind: 'token',
      from,
      mint,
      to,
      amount: reader.number(8),
      decimals: reader.byte(),
    }),
  },
  13: {
    accounts: 4,
    read: (reader, [account, , spender]) => ({
      kind: 'allow',
      account,
      spender,
      amount: reader.number(8),
      decimals: reader.byte(),
    }),
  },
  14: {
    accounts: 3,
    read: (reader, [mint, to]) => ({
      kind: 'mint',
      mint,
      to,
      amount: reader.number(8),
      decimals: reader.byte(),
    }),
  },
  15: {
    accounts: 3,
    read: (reader, [account, mint]) => ({
      kind: 'burn',
      account,
      mint,
      amount: reader.number(8),
      decimals: reader.byte(),
    }),
  },
  16: {
    accounts: 3,
    read: (reader, [account, mint]) => ({
      kind: 'open',
      account,
      owner: readKey(reader),
      mint,
      isPlain: false,
    }),
  },
  17: {
    accounts: 1,
    optional: 1,
    optionalIs: rentAccount,
    read: (_, [account]) => ({ kind: 'sync', account }),
  },
  18: {
    accounts: 2,
    read: (reader, [account, mint]) => ({
      kind: 'open',
      account,
      owner: readKey(reader),
      mint,
      isPlain: false,
    }),
  },
  20: { accounts: 1, read: newToken },
  // Unwraps SOL. Without an amount it unwraps everything. The instruction does not contain how much
  // that is, so it stays unknown.
  45: {
    accounts: 3,
    read: (reader, [from, to]) =>
      readFlag(reader) ? { kind: 'withdraw', from, to, amount: reader.number(8) } : undefined,
  },
}

/**
 * Instructions of Token-2022: the shared ones, and a transfer that names the token's fee. All other
 * extensions stay unknown.
 */
export const token2022Steps: Forms = {
  ...tokenSteps,
  26: {
    accounts: 4,
    read: (reader, [from, mint, to]) =>
      reader.byte() === 1
        ? {
            kind: 'token',
            from,
            mint,
            to,
            amount: reader.number(8),
            decimals: reader.byte(),
            fee: reader.number(8),
          }
        : undefined,
  },
}

/**
 * The number of the instruction that contains other instructions of the token program. Source:
 * p-token, `Batch`
 */
export const batchStep = 255
