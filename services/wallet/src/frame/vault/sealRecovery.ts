import { toBase64url } from '@latchkey/protocol/base64'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import type { RecoveryShare } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { sealUnder, type GuardKeys } from './guardKeys.ts'
import type { Passkey } from './passkey.ts'

/** The guard of the recovery share: a password, a passkey, or the operator's vault. */
export type Guard =
  | { method: 'vault'; userId: string }
  | { method: 'password'; keys: GuardKeys }
  | ({ method: 'passkey' } & Passkey)

/** Encrypts a recovery share for its guard. */
export async function sealRecovery(
  { settings }: Pick<Wallet, 'settings'>,
  guard: Guard,
  share: Uint8Array<ArrayBuffer>,
): Promise<RecoveryShare> {
  if (guard.method === 'vault') {
    if (!settings.vaultKey) throw fault('somethingWrong')
    return {
      method: 'vault',
      blob: await sealToVault({ vaultKey: settings.vaultKey, userId: guard.userId, share }),
    }
  }
  const { salt, proof, key } = guard.keys
  const sealed = {
    salt: toBase64url(salt),
    proof: toBase64url(proof),
    blob: await sealUnder(key, share),
  }
  return guard.method === 'password'
    ? { method: 'password', ...sealed }
    : { method: 'passkey', credentialId: guard.credentialId, ...sealed }
}
