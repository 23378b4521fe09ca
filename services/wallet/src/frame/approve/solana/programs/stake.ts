import type { Reader } from '../../../rpc/solana/readBytes.ts'
import type { Account, KnownStep } from '../Step.ts'
import type { Forms } from './Form.ts'
import { readFlag, readKey, skipText } from './Form.ts'

/**
 * Instructions of the stake program; a number of four bytes names each. Source:
 * solana-stake-interface, `StakeInstruction`
 */
export const stakeSteps: Forms = {
  0: { accounts: 2, read: initialized },
  1: {
    accounts: 3,
    optional: 1,
    read(reader, [over]) {
      const to = readKey(reader)
      return authorized(over, to, reader)
    },
  },
  2: { accounts: 6, read: (_, [stake, validator]) => ({ kind: 'stake', stake, validator }) },
  3: {
    accounts: 3,
    read: (reader, [from, to]) => ({ kind: 'split', from, to, amount: reader.number(8) }),
  },
  4: {
    accounts: 5,
    optional: 1,
    read: (reader, [from, to]) => ({ kind: 'withdraw', from, to, amount: reader.number(8) }),
  },
  5: { accounts: 3, read: (_, [stake]) => ({ kind: 'unstake', stake }) },
  6: {
    accounts: 2,
    read(reader, [stake]) {
      skipLock(reader)
      return { kind: 'lock', stake, holder: readFlag(reader) ? readKey(reader) : null }
    },
  },
  7: { accounts: 5, read: (_, [to, from]) => ({ kind: 'merge', from, to }) },
  8: {
    accounts: 3,
    optional: 1,
    read(reader, [over]) {
      const to = readKey(reader)
      const step = authorized(over, to, reader)
      skipText(reader)
      readKey(reader)
      return step
    },
  },
  9: {
    accounts: 4,
    read: (_, [account, , ...holders]) => ({
      kind: 'setup',
      account,
      holders: holders.slice(0, 2),
    }),
  },
  10: { accounts: 4, optional: 1, read: (reader, [over, , , to]) => authorized(over, to, reader) },
  11: {
    accounts: 4,
    optional: 1,
    read(reader, [over, , , to]) {
      const step = authorized(over, to, reader)
      skipText(reader)
      readKey(reader)
      return step
    },
  },
  12: {
    accounts: 2,
    optional: 1,
    read(reader, [stake, , holder]) {
      skipLock(reader)
      return { kind: 'lock', stake, holder: holder ?? null }
    },
  },
  14: { accounts: 3, read: (_, [stake]) => ({ kind: 'unstake', stake }) },
  16: {
    accounts: 3,
    read: (reader, [from, to]) => ({ kind: 'moveStake', from, to, amount: reader.number(8) }),
  },
  17: {
    accounts: 3,
    read: (reader, [from, to]) => ({ kind: 'moveStake', from, to, amount: reader.number(8) }),
  },
}

/**
 * Sets the accounts that control a stake and may withdraw it. An instruction with a lock stays
 * unknown: another account can hold the stake for ever by the lock.
 */
function initialized(reader: Reader, [account]: readonly Account[]): KnownStep {
  const holders = [readKey(reader), readKey(reader)]
  const isUnlocked = reader.number(8) === 0n && reader.number(8) === 0n
  if (isUnlocked) {
    readKey(reader)
    return { kind: 'setup', account, holders }
  }
  throw new RangeError('It locks the stake')
}

function authorized(over: Account, to: Account, reader: Reader): KnownStep {
  const number = reader.number(4)
  if (number > 1n) throw new RangeError('No such right')
  return { kind: 'right', right: number === 0n ? 'stake' : 'withdraw', over, to }
}

/** Skips a time and an epoch, each of which may be missing. */
function skipLock(reader: Reader): void {
  for (let count = 0; count < 2; count++) if (readFlag(reader)) reader.number(8)
}
