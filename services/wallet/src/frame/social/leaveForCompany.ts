import { startSocial } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import type { WalletSocial } from '@latchkey/protocol/socials'
import { requireAttempt } from '../wallet/attempt.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { finishLogin } from './finishLogin.ts'
import { offered } from './offered.ts'
import { readDone } from './readDone.ts'

/** The name under which the service sends the end of a login back. */
const returnedName = 'latchkey-login'

/** Leaves for a company's page in the wallet's own window. It comes back to this address. Resolves never, unless the signal aborts. @throws Fault `loginNotOffered` … */
export async function leaveForCompany(wallet: Wallet, provider: WalletSocial, signal: AbortSignal): Promise<void> {
  const { server, settings, site, language } = wallet
  const returnTo = location.origin + location.pathname + location.search
  const { id, uri } = await offered(server.call(startSocial, { provider, projectId: settings.projectId, origin: site.origin, locale: language.chosen(), returnTo }, { signal }))
  await beginLogin(wallet, { kind: 'social', id, isPage: true })
  location.assign(uri)
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })) // the caller's own
}

const returnedIn = (view: Location) => new URLSearchParams(view.hash.slice(1)).get(returnedName)

/** Takes the end of a login out of the address, and finishes it; undefined where there is none. @throws Fault `codeExpired` for one that this window did not begin, `socialRefused` … */
export async function takeReturned(wallet: Wallet, signal: AbortSignal): Promise<LoginOutcome | undefined> {
  const uri = returnedIn(location)
  if (uri === null) return undefined
  const url = new URL(location.href)
  url.hash = ''
  history.replaceState(history.state, '', url)
  const done = readDone(uri, location.origin)
  const { id } = await requireAttempt(wallet, 'social')
  return finishLogin(wallet, { ...done, id: done.id === id ? id : '' }, signal)
}

/** Whether the window has come back from a company. */
takeReturned.isThere = (): boolean => returnedIn(location) !== null
