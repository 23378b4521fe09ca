import { blake2Of } from '@latchkey/protocol/chains/blake2'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { faucetBalance, faucetKey, polkadotAccounts } from '../polkadotAccounts.ts'
import type { Hex } from '../runtime/chopsticks.ts'

// the hashes of the pallet's and the item's name
const accountPrefix = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const issuanceKey = '0xc2261276cc9d1f8598ea4b6a74b15c2f57c875e4cff74148e4628f264b974c80'

/** The storage of the accounts that own coins when the chain begins, and the sum of all coins. */
export function accountStorage(): Record<string, Hex> {
  const owners = [
    ...polkadotAccounts.map(({ address, balance }) => ({
      id: readSs58(address)?.key ?? new Uint8Array(),
      balance,
    })),
    { id: faucetKey().accountId, balance: faucetBalance },
  ]
  const total = owners.reduce((sum, { balance }) => sum + balance, 0n)
  return Object.fromEntries([
    ...owners.map(({ id, balance }) => [accountKey(id), accountInfo(balance)]),
    [issuanceKey, `0x${littleEndian(total, 16).toString('hex')}`],
  ])
}

/**
 * The key of an account in the storage (`System.Account`): the hash of its 32 bytes
 * (Blake2_128Concat), and these bytes.
 */
export const accountKey = (id: Uint8Array): string =>
  `${accountPrefix}${Buffer.from(blake2Of(id, 16)).toString('hex')}${Buffer.from(id).toString('hex')}`

/**
 * `AccountInfo` of this runtime: nonce, consumers, providers, sufficients (each 4 bytes), then
 * free, reserved, and two amounts that are frozen (each 16 bytes).
 */
const accountInfo = (free: bigint): Hex =>
  `0x${Buffer.concat([
    littleEndian(0n, 4),
    littleEndian(0n, 4),
    littleEndian(1n, 4),
    littleEndian(0n, 4),
    littleEndian(free, 16),
    Buffer.alloc(48),
  ]).toString('hex')}`

const littleEndian = (value: bigint, length: number): Buffer =>
  Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex').reverse()
