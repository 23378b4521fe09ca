import { isSameAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import { reportToDeveloper } from '../../core/kit/alert.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import { accountOf, activeSession, isSignInSettled } from '../../core/kit/state.ts'
import type { Account, KitState } from '../../core/kit/state.ts'
import { createOneClick } from './oneClick.ts'
import { checkSignIn, dropCheck } from './checkSignIn.ts'
import { decline, forgetDeclined } from './declined.ts'
import { isRequired, siwxOf } from './siwxOf.ts'
import { setStatus, statusOf } from './status.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Watches the accounts:
 * - asks the site whether each new current account is signed in, and opens the modal if the account
 *   has to sign in
 * - signs out accounts that no wallet shares any more
 * - asks the site again when the page is shown again, because another tab may have signed in or out
 * @returns the function that stops watching
 */
export function watchSiwx(kit: Kit): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const check = (account: Account | undefined) =>
    void (account && isNamed(kit, account) && checkSignIn(kit, account, { signal }))

  function handleState(now: KitState, before?: KitState): void {
    const account = accountOf(now)
    if (account?.accountId !== (before && accountOf(before)?.accountId)) check(account)
    signOutLeft(kit)
    if (!account || !now.siwx || isSignInSettled(now, account)) return
    const isClosed = before?.modal.open === true && !now.modal.open
    // if signing in is optional, closing the modal declines it. If the sign-in screen was not due
    // yet, this is not stored, so that the next visit requests it
    if (isClosed && !isRequired(kit))
      return mustPrompt(kit, account)
        ? decline(kit, account.accountId)
        : setStatus(kit, account.accountId, 'declined')
    if (
      now.siwx !== before?.siwx &&
      mustPrompt(kit, account) &&
      contextOf(kit).hasProvider &&
      !now.modal.open
    )
      promptInModal(kit)
  }

  const onShown = () =>
    void (document.visibilityState === 'visible' && check(accountOf(kit.getState())))
  globalThis.document?.addEventListener('visibilitychange', onShown, { signal })
  signal.addEventListener('abort', kit.subscribe(handleState))
  handleState(kit.getState())
  contextOf(kit).signInOnConnect = createOneClick(kit)
  return () => {
    controller.abort()
    delete contextOf(kit).signInOnConnect
    // the cast: the keys are account ids
    for (const id of Object.keys(kit.getState().siwx ?? {})) dropCheck(kit, id as AccountId)
  }
}

/**
 * Opens the modal, in which a gate shows the sign-in screen. Closes the modal if the account signs
 * in or out in another way.
 */
function promptInModal(kit: Kit): void {
  const flow = kit.open()
  const { request } = kit.getState().modal
  const close = () => {
    const account = accountOf(kit.getState())
    // not if another account is now the current account and has to sign in
    if (
      kit.getState().modal.request === request &&
      (!account || isSignInSettled(kit.getState(), account))
    )
      kit.close()
  }
  flow.then(close, () => {}) // an error is ignored: no caller could get it
}

/**
 * Whether sign-in has to be requested: if the site has answered that the account is signed out. If
 * signing in is required, also after the site failed to answer.
 */
function mustPrompt(kit: Kit, account: Account): boolean {
  const status = statusOf(kit, account)
  return status === 'signedOut' || (status === 'unknown' && isRequired(kit))
}

/**
 * Whether the account's network is one of the site's networks, or the site allows all networks. If
 * not, the modal first requests a switch of the network.
 */
function isNamed(kit: Kit, { networkId }: Account): boolean {
  const { networks, options } = contextOf(kit)
  return (
    options.allowUnsupportedChain === true ||
    networks.some((network) => network.networkId === networkId)
  )
}

/**
 * Removes the accounts that no wallet shares any more, and signs them out, except with
 * `signOutOnDisconnect: false`. When no tab has a connection any more, all sessions of the site
 * end.
 */
function signOutLeft(kit: Kit): void {
  const { siwx: statuses = {}, sessions } = kit.getState()
  const ids = Object.keys(statuses) as AccountId[] // the table's keys are account ids
  const removed = ids.filter((id) => {
    const { namespace, address } = parseAccountId(id)
    const session = activeSession({ sessions, namespace })
    return (
      session.status !== 'connecting' &&
      // the spelling of an account may differ by network
      !connectionsOf(session).some(({ accounts }) =>
        accounts.some((account) => isSameAddress(account.address, address)),
      )
    )
  })
  if (removed.length === 0) return
  kit.store.setState({
    siwx: Object.fromEntries(
      Object.entries(statuses).filter(([id]) => !removed.includes(id as AccountId)),
    ) as KitState['siwx'],
  }) // the cast: the keys are still ids of accounts
  for (const accountId of removed) dropCheck(kit, accountId)
  forgetDeclined(kit, removed)
  const signedIn = removed.filter((id) => statuses[id] === 'signedIn')
  if (siwxOf(kit).signOutOnDisconnect !== false)
    // if this fails, the sessions last until their own end
    void endSessions(kit, signedIn).catch((error: unknown) => reportToDeveloper(kit, error))
}

/**
 * Ends the sessions of these accounts, or all sessions when no tab has a connection any more.
 * Another tab may have a connection that this tab does not have.
 */
async function endSessions(kit: Kit, accountIds: readonly AccountId[]): Promise<void> {
  await undefined // the kit writes the shared storage after the state: waits for that
  const siwx = siwxOf(kit)
  const isAnyConnected =
    Object.values(kit.getState().sessions).some((session) => connectionsOf(session).length > 0) ||
    (contextOf(kit).storage.get('connected-namespaces') ?? []).length > 0
  if (!isAnyConnected) return siwx.setSessions([])
  for (const { networkId, address } of accountIds.map(parseAccountId))
    await siwx.revokeSession(networkId, address)
}
