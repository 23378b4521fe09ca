import { startFarcaster, waitForFarcaster } from '@latchkey/protocol/walletServer'
import { TimeLimitError, wait } from '@latchkey/server/waiting'
import { and, eq } from 'drizzle-orm'
import { socialAttempts } from '../db/schema.ts'
import { farcasterInterval, linkWait, socialLife } from '../limits.ts'
import { checkSite } from '../logins/siteOf.ts'
import { Refusal } from '../refusal.ts'
import { beginSocial, endSocial, findAttempt, isBegunFor } from '../socials/attempts.ts'
import { CompanyError } from '../socials/createCompanies.ts'
import type { Channel, Farcaster } from '../socials/createFarcaster.ts'
import type { SocialAttempt } from '../socials/enter.ts'
import { identityRow } from '../socials/identity.ts'
import { forgetJoin } from '../socials/joins.ts'
import { type RequestContext, defineWaitingEndpoint } from './defineEndpoint.ts'

/** Begins a login by Farcaster. */
export const answerStartFarcaster = defineWaitingEndpoint(
  startFarcaster,
  async (context, { projectId, origin, locale = null }) => {
    const { service, client, own } = context
    checkSite(service.options, projectId, origin)
    if (!service.farcaster) throw new Refusal('methodNotOffered')
    service.clients.spendSocial(client)
    await forgetJoin(service.queries(), context.device)
    const expiresAt = service.now() + socialLife
    const { uri, ...secrets } = await fromRelay(context, service.farcaster.open(own, expiresAt))
    await beginSocial(context, {
      provider: 'farcaster',
      projectId,
      origin,
      locale,
      stateHash: null,
      secrets,
      expiresAt,
    })
    return { uri, expiresAt }
  },
)

/** Waits until the person approves the login in Farcaster. */
export const answerWaitForFarcaster = defineWaitingEndpoint(
  waitForFarcaster,
  async (context, { origin }) => {
    const until = performance.now() + linkWait
    for (;;) {
      const attempt = await findAttempt(
        context.service.queries(),
        context.device,
        context.service.now(),
      )
      if (attempt?.provider !== 'farcaster' || !isBegunFor(attempt, origin))
        throw new Refusal('codeExpired')
      if (attempt.status !== 'begun' || (await hasAnswer(context, attempt)))
        return endSocial(context, ({ id }) => id === attempt.id)
      const remaining = until - performance.now()
      if (remaining <= 0 || context.signal.aborted) return { action: 'waiting' }
      await wait(Math.min(remaining, farcasterInterval), context.signal)
    }
  },
)

/** Requests the state of the login from Farcaster once, and stores the result. */
async function hasAnswer(context: RequestContext, attempt: SocialAttempt): Promise<boolean> {
  const { service, signal } = context
  const { keyring } = service
  if (!service.farcaster) throw new Refusal('methodNotOffered')
  const channel = JSON.parse(
    keyring.open(attempt.secrets, identityRow.secrets(attempt.id)).toString(),
  ) as Channel // `startFarcaster` has written it
  const found: Awaited<ReturnType<Farcaster['look']>> = await fromRelay(
    context,
    service.farcaster.look(channel, signal),
  )
  if (found === 'waiting') return false
  if (found === 'over') throw new Refusal('codeExpired')
  const end =
    found === 'refused'
      ? ({ status: 'refused' } as const)
      : ({
          status: 'proved',
          identity: keyring.seal(JSON.stringify(found), identityRow.attempt(attempt.id)),
        } as const)
  await service
    .queries()
    .update(socialAttempts)
    .set(end)
    .where(
      and(
        eq(socialAttempts.device, attempt.device),
        eq(socialAttempts.id, attempt.id),
        eq(socialAttempts.status, 'begun'),
      ),
    )
  return true
}

/** @throws Refusal `unavailable` for an unexpected answer of Farcaster's servers */
async function fromRelay<value>({ service }: RequestContext, work: Promise<value>): Promise<value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CompanyError) && !(error instanceof TimeLimitError)) throw error
    service.warn('farcaster', error.message)
    throw new Refusal('unavailable')
  }
}
