import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import type { RecoveryShare } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { PasswordKeys } from './password.ts'

/** Who may give the recovery share back: whoever knows the password, or the operator's vault. */
export type Guard = { method: 'vault'; userId: string } | { method: 'password'; keys: PasswordKeys }

/** Encrypts a recovery share for its guard. */
export async function sealRecovery({ settings }: Wallet, guard: Guard, share: Uint8Array<ArrayBuffer>): Promise<RecoveryShare> {
  if (guard.method === 'password') {
    const { sealWithPassword } = await import('./password.ts')
    return sealWithPassword(guard.keys, share)
  }
  if (!settings.vaultKey) throw fault('somethingWrong')
  return { method: 'vault', blob: await sealToVault({ vaultKey: settings.vaultKey, userId: guard.userId, share }) }
}
