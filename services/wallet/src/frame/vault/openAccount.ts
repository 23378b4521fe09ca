import type { WalletAddresses, WalletUser } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import { messages } from '../screens/messages.ts'
import type { ProtectParams } from '../screens/protect/ProtectView.tsx'
import type { Wallet } from '../wallet/Wallet.ts'
import { completeAddresses } from './completeAddresses.ts'
import { takeAccount } from './deviceShare.ts'
import type { Guard } from './sealRecovery.ts'

/**
 * Makes the user's keys usable in this browser, and returns the addresses.
 * - A new user gets an account: at once if the user has an e-mail address and the operator has a
 *   vault, else after choosing a passkey or a password.
 * - An account without a share in this browser is recovered, with the visitor's help.
 * @throws Fault 4001 when the visitor declines
 */
export async function openAccount(
  wallet: Wallet,
  user: WalletUser,
  signal?: AbortSignal,
): Promise<WalletAddresses> {
  if (user.addresses === null) return makeAccount(wallet, user, signal)
  if (await takeAccount(wallet.store, user.addresses.eip155))
    return completeAddresses(wallet, signal)
  return wallet.stage.ask<{ addresses: WalletAddresses; userId: string }, WalletAddresses>({
    load: () => import('../screens/recover/RecoverView.tsx'),
    params: { addresses: user.addresses, userId: user.userId },
    title: () => wallet.language.words(messages).recoverTitle,
    signal,
  })
}

async function makeAccount(
  wallet: Wallet,
  user: WalletUser,
  signal?: AbortSignal,
): Promise<WalletAddresses> {
  // the vault needs the owner's address, because it warns the owner by mail
  const hasVault =
    user.email !== null &&
    wallet.settings.recovery.includes('vault') &&
    wallet.settings.vaultKey !== undefined
  const { createFirst } = await import('./createFirst.ts')
  try {
    if (hasVault) return await createFirst(wallet, { method: 'vault', userId: user.userId }, signal)
    const guard = await wallet.stage.ask<ProtectParams, Guard>({
      load: () => import('../screens/protect/ProtectView.tsx'),
      params: { name: user.email ?? wallet.settings.operator },
      title: () => wallet.language.words(messages).passwordTitle,
      signal,
    })
    return await createFirst(wallet, guard, signal)
  } catch (error) {
    wallet.session.forget()
    if (!isFault(error, 'accountExists')) throw error
    const again = await wallet.session.read(signal)
    if (!again?.addresses) throw error
    return openAccount(wallet, again, signal)
  }
}
