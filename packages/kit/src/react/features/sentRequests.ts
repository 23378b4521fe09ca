import type { Kit } from '../../core/kit/kit.ts'
import type { Account } from '../../core/kit/state.ts'
import type { Router } from '../router/createRouter.ts'
import type { Views } from './registry.ts'

type Params = Views['ConnectingExternal']
type Sent = { account: Promise<Account>; controller: AbortController }

/** The requests whose screen has not taken them yet, by the parameters of the screen. */
const sent = new WeakMap<Params, Sent>()

/**
 * Sends the request of a chosen wallet in the press itself, and opens its screen, which takes the
 * request with {@link takeRequest}. So the wallet opens while the screen is still drawn. The
 * request is aborted if the visitor leaves before the screen was there.
 */
export function sendRequest(kit: Kit, router: Router<Views>, params: Params): void {
  const controller = new AbortController()
  const account = kit.connect({ ...params, signal: controller.signal })
  account.catch(() => {}) // the screen reports it
  const own = { ...params }
  sent.set(own, { account, controller })
  router.push('ConnectingExternal', own)
  const check = () => {
    const isWaiting = sent.has(own)
    const isAhead =
      kit.getState().modal.open &&
      router.store.getState().stack.some(({ params }) => params === own)
    if (isWaiting && isAhead) return
    stops.forEach((stop) => stop())
    if (sent.delete(own)) controller.abort()
  }
  const stops = [router.store.subscribe(check), kit.subscribe(check)]
  check()
}

/**
 * The request of a screen: the one that its press has sent, or else a new one. It ends with
 * `signal`.
 */
export function takeRequest(kit: Kit, params: Params, signal: AbortSignal): Promise<Account> {
  const own = sent.get(params)
  sent.delete(params)
  if (!own) return kit.connect({ ...params, signal })
  signal.addEventListener('abort', () => own.controller.abort(signal.reason), { once: true })
  return own.account
}
