import { isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { listSessions } from '@latchkey/protocol/sessions/endpoints'
import type { Session } from '@latchkey/protocol/sessions/endpoints'
import { callApi } from '../../../core/http/callApi.ts'
import type { ApiContext } from '../../../core/http/callApi.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { chainIdOf } from '../provider/quantity.ts'
import { readGrant, sessionOf } from './readGrant.ts'

/**
 * The site's sessions of an account, as the API reports them. What they allow is read from their
 * contexts, so the API can only misstate how they stand. Undefined if it records no sessions.
 * @throws KitError answerInvalid for a session that can't be read or is another account's; the
 *   errors of the API
 */
export async function listFromApi(
  kit: Kit,
  api: ApiContext,
  { address, signal }: { address: string; signal?: AbortSignal },
): Promise<readonly SmartSession[] | undefined> {
  const { pcis } = await callApi(api, listSessions, {
    query: { id: address },
    ...(signal && { signal }),
  })
  if (!pcis) return undefined
  const { networks, clock } = contextOf(kit)
  const known = pcis.filter((session) =>
    networks.some(({ networkId }) => networkId === networkOf(session)),
  )
  const now = Math.floor(clock.now() / 1_000)
  const sessions = known.map((session) => toSession(session, address, now))
  return [...new Map(sessions.map((session) => [session.id, session])).values()]
}

function networkOf({ account }: Session) {
  if (!isAccountId(account)) throw kitError('answerInvalid')
  return parseAccountId(account).networkId
}

function toSession(session: Session, address: string, now: number): SmartSession {
  const { account, context, state, available, usesLeft, createdAt, revokedAt, pci } = session
  const own = isAccountId(account) ? parseAccountId(account) : undefined
  const read =
    own?.address.toLowerCase() === address.toLowerCase()
      ? readGrant(context, { address, chainId: chainIdOf(own.networkId) })
      : undefined
  if (!read) throw kitError('answerInvalid')
  return sessionOf(
    read,
    {
      pci,
      state,
      createdAt,
      available: available === null ? undefined : BigInt(available),
      usesLeft: usesLeft ? Number(usesLeft) : undefined,
      revokedAt: revokedAt ?? undefined,
    },
    now,
  )
}
