import type { LoginParams, LoginRequest } from '../screens/login/LoginView.tsx'
import { fault } from '../bridge/Fault.ts'
import { messages } from '../screens/login/messages.ts'
import { noteLogin } from './consent.ts'
import { settleJoin } from './settleJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Asks a visitor who is logged in to the wallet whether this site may see the account. Any other
 * visitor logs in. After that the account can be used in this window.
 * @throws Fault 4001 when the visitor declines
 */
export async function logInHere(
  wallet: Wallet,
  loginRequest: LoginRequest,
  signal: AbortSignal,
): Promise<void> {
  const known = await wallet.session.read(signal)
  const isOther =
    known &&
    loginRequest.email !== undefined &&
    known.email !== loginRequest.email.trim().toLowerCase()
  const user = isOther ? undefined : known
  const allowed = await wallet.stage.ask<LoginParams, string | undefined>({
    load: () => import('../screens/login/LoginView.tsx'),
    params: { request: loginRequest, user },
    title: () => wallet.language.words(messages).title,
    signal,
  })
  await settleJoin(wallet, signal)
  wallet.session.forget()
  // another user may have logged in meanwhile
  if (allowed !== undefined && (await wallet.session.read(signal))?.userId !== allowed)
    throw fault('loginRequired')
  await noteLogin(wallet, { signal })
  // no sign-in was shown to the visitor, so this login is no consent for a signature
  if (loginRequest.signIn === false) wallet.freshLogin.isOpen = false
  const now = await wallet.session.read(signal)
  if (!now) return
  const { openAccount } = await import('../vault/openAccount.ts')
  await wallet.session.opening(now.userId, () => openAccount(wallet, now, signal))
}
