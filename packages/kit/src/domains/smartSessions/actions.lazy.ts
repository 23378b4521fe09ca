import { isRecord } from '@latchkey/protocol/isObject'
import type { AccountId } from '@latchkey/protocol/caip'
import type { Grant, GrantRequest } from '@latchkey/protocol/sessions/grant'
import * as times from '@latchkey/protocol/times'
import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { kitError } from '../../core/errors/errors.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { endedHere, isOpen } from './endedSessions.ts'
import { sessionsQuery } from './sessionsQuery.ts'
import { checkSignal, smartSessionsFor } from './smartSessionsFor.ts'

export { watchSessions } from './watchSessions.ts'

/**
 * Asks the visitor's wallet to grant the site a permission. See `Kit['grantPermissions']`.
 * @throws KitError smartSessionsDisabled, smartSessionsUnsupported, addressMissing, optionInvalid,
 *   networkNotFound, unsupportedMethod, userRejected, grantChanged, answerInvalid …
 */
export async function grantPermissions(
  kit: Kit,
  request: GrantRequest & { signal?: AbortSignal },
): Promise<Grant> {
  checkSignal(request)
  const { account, facet } = await smartSessionsFor(kit)
  const { signal } = request
  const grant = await facet.grant({ account, request, ...(signal && { signal }) })
  await refresh(kit, account.accountId)
  return grant
}

/**
 * Returns the site's sessions of the account in use. They are cached for 30 s.
 * @throws KitError as `Kit['sessions'].list`
 */
export async function list(
  kit: Kit,
  parameters: { signal?: AbortSignal } = {},
): Promise<readonly SmartSession[]> {
  checkSignal(parameters)
  const { account } = await smartSessionsFor(kit)
  const { client } = await contextOf(kit).queries()
  const { refetchInterval: _, ...query } = sessionsQuery(kit, account.accountId)
  return withLimit(() => client.fetchQuery(query), {
    ms: times.answer,
    clock: contextOf(kit).clock,
    signal: parameters.signal,
    onTimeout: () => kitError('httpTimeout'),
  })
}

/**
 * Ends a session. Resolves when the account can't be used through it any more.
 * @throws KitError as `Kit['sessions'].revoke`
 */
export async function revoke(
  kit: Kit,
  session: SmartSession,
  parameters: { signal?: AbortSignal } = {},
): Promise<void> {
  checkSignal(parameters)
  const { id, context } = isRecord(session) ? session : {}
  if (typeof id !== 'string' || typeof context !== 'string')
    throw optionInvalid('session', 'is not valid', 'Pass a session of `kit.sessions.list()`.')
  const { account, facet } = await smartSessionsFor(kit)
  const { signal } = parameters
  const hash = await facet.revoke({ account, session, ...(signal && { signal }) })
  if (hash !== undefined) await awaitEnd(kit, hash, signal)
  endedHere(kit).add(id)
  await refresh(kit, account.accountId)
}

/**
 * Ends all sessions that still count, one after another.
 * @throws KitError as `Kit['sessions'].revokeAll`
 */
export async function revokeAll(
  kit: Kit,
  parameters: { signal?: AbortSignal } = {},
): Promise<void> {
  for (const session of (await list(kit, parameters)).filter(isOpen))
    await revoke(kit, session, parameters)
}

/** Requests the sessions of the account in use again, for all who follow them. */
export async function refetch(kit: Kit): Promise<void> {
  await refresh(kit, (await smartSessionsFor(kit)).account.accountId)
}

/** Whether the wallet of the account in use grants permissions. */
export async function isSupported(kit: Kit): Promise<boolean> {
  const { account, facet } = await smartSessionsFor(kit)
  return facet.isSupported({ account })
}

async function refresh(kit: Kit, accountId: AccountId): Promise<void> {
  const { client } = await contextOf(kit).queries()
  void client.invalidateQueries({ queryKey: sessionsQuery(kit, accountId).queryKey })
}

/**
 * Waits until a transaction of this page is in a block.
 * @throws KitError transactionRejected if it had no effect; httpTimeout, requestAborted
 */
function awaitEnd(kit: Kit, hash: string, signal: AbortSignal | undefined): Promise<void> {
  const end = (limited: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = kit.subscribe(check)
      limited.addEventListener('abort', stop)
      check()
      function check() {
        const status = kit.getState().pending?.find((sent) => sent.hash === hash)?.status
        if (status === undefined || status === 'pending' || status === 'unseen') return
        stop()
        if (status === 'mined') resolve()
        else reject(kitError('transactionRejected', { details: status }))
      }
    })
  return withLimit(end, {
    ms: times.transaction,
    clock: contextOf(kit).clock,
    signal,
    onTimeout: () => kitError('httpTimeout'),
  })
}
