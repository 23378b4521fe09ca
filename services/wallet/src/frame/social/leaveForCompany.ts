import { readUrl } from '@latchkey/protocol/readUrl'
import { startSocial } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import type { WalletSocial } from '@latchkey/protocol/socials'
import { requireAttempt } from '../wallet/attempt.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { finishLogin } from './finishLogin.ts'
import { asLoginFault } from './asLoginFault.ts'
import { readDone } from './readDone.ts'

/**
 * The name of the address parameter with the result of a login, and of the session entry with the
 * id of the login that this window has begun. The id is stored because a site may open the window
 * with any address.
 */
const returnedName = 'latchkey-login'

/**
 * Goes to a company's page in the wallet's own window. The company sends the window back to this
 * address. The promise never resolves, but rejects when the signal aborts.
 * @throws Fault, for example `loginNotOffered`
 */
export async function leaveForCompany(
  wallet: Wallet,
  provider: WalletSocial,
  signal: AbortSignal,
): Promise<void> {
  const { server, settings, site, language } = wallet
  const returnTo = location.origin + location.pathname + location.search
  const { id, uri } = await asLoginFault(
    server.call(
      startSocial,
      {
        provider,
        projectId: settings.projectId,
        origin: site.origin,
        locale: language.chosen(),
        returnTo,
      },
      { signal },
    ),
  )
  await beginLogin(wallet, { kind: 'social', id, isPage: true })
  sessionStorage.setItem(returnedName, id)
  location.assign(uri)
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  ) // the reason is an error of the caller
}

/**
 * The result of a login in the address; undefined if this window has started no login, or if the
 * result is of another login.
 */
function returned(): string | undefined {
  const uri = new URLSearchParams(location.hash.slice(1)).get(returnedName)
  const id = uri === null ? undefined : readUrl(uri)?.searchParams.get('id')
  return uri !== null && id != null && id === sessionStorage.getItem(returnedName) ? uri : undefined
}

/**
 * Removes the result of this window's login from the address, and finishes the login. The outcome
 * is undefined if the address has no result.
 * @throws Fault, for example `codeExpired` for a login that took too long, or `socialRefused`
 */
export async function takeReturned(
  wallet: Wallet,
  signal: AbortSignal,
): Promise<LoginOutcome | undefined> {
  const uri = returned()
  if (uri === undefined) return undefined
  sessionStorage.removeItem(returnedName)
  const url = new URL(location.href)
  url.hash = ''
  history.replaceState(history.state, '', url)
  const done = readDone(uri, location.origin)
  const { id } = await requireAttempt(wallet, 'social')
  return finishLogin(wallet, { ...done, id: done.id === id ? id : '' }, signal)
}

/** Whether the window has come back from the company to which it went. */
takeReturned.isThere = (): boolean => returned() !== undefined
