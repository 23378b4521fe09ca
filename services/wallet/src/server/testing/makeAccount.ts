import { randomBytes, randomUUID } from 'node:crypto'
import {
  createAccount,
  type RecoveryShare,
  type WalletAddresses,
} from '@latchkey/protocol/walletServer'
import type { TestDevice } from './createTestDevice.ts'

/** Random bytes in the form that the frame sends. */
export const secret = (length: number) => randomBytes(length).toString('base64url')

/** Addresses that look like those of an account. */
export const addresses: WalletAddresses = { eip155: `0x${'ab'.repeat(20)}`, solana: '9'.repeat(40) }

/** A recovery share under a password. */
export const passwordShare = () =>
  ({
    method: 'password',
    salt: secret(16),
    proof: secret(32),
    blob: secret(64),
  }) as const satisfies RecoveryShare

/** Creates the account of a logged-in device. @returns the sent parameters */
export async function makeAccount(device: TestDevice, recovery: RecoveryShare = passwordShare()) {
  const sent = { setId: randomUUID(), addresses, split: { serverShare: secret(17), recovery } }
  await device.ask(createAccount, sent)
  return sent
}
