import { startFarcaster, waitForFarcaster } from '@latchkey/protocol/walletServer'
import { TimeLimitError, wait } from '@latchkey/server/waiting'
import { and, eq } from 'drizzle-orm'
import { socialAttempts } from '../db/schema.ts'
import { farcasterEvery, linkWait, socialLife } from '../limits.ts'
import { checkSite } from '../logins/siteOf.ts'
import { Refusal } from '../refusal.ts'
import { beginSocial, endSocial, findAttempt, isBegunFor } from '../socials/attempts.ts'
import { CompanyError } from '../socials/createCompanies.ts'
import type { Channel, Farcaster } from '../socials/createFarcaster.ts'
import type { SocialAttempt } from '../socials/enter.ts'
import { identityRow } from '../socials/identity.ts'
import { forgetJoin } from '../socials/joins.ts'
import { type Asked, waiting } from './answering.ts'

/** Begins a login by Farcaster. */
export const answerStartFarcaster = waiting(
  startFarcaster,
  async (asked, { projectId, origin, locale = null }) => {
    const { service, client, own } = asked
    checkSite(service.options, projectId, origin)
    if (!service.farcaster) throw new Refusal('methodNotOffered')
    service.clients.spendSocial(client)
    await forgetJoin(service.queries(), asked.device)
    const expiresAt = service.now() + socialLife
    const { uri, ...secrets } = await reach(asked, service.farcaster.open(own, expiresAt))
    await beginSocial(asked, {
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

/** Waits until the person has approved. */
export const answerWaitForFarcaster = waiting(waitForFarcaster, async (asked, { origin }) => {
  const until = performance.now() + linkWait
  for (;;) {
    const attempt = await findAttempt(asked.service.queries(), asked.device, asked.service.now())
    if (attempt?.provider !== 'farcaster' || !isBegunFor(attempt, origin))
      throw new Refusal('codeExpired')
    if (attempt.status !== 'begun' || (await hasAnswer(asked, attempt)))
      return endSocial(asked, ({ id }) => id === attempt.id)
    const left = until - performance.now()
    if (left <= 0 || asked.signal.aborted) return { action: 'waiting' }
    await wait(Math.min(left, farcasterEvery), asked.signal)
  }
})

/** Looks once, and keeps what came of it. */
async function hasAnswer(asked: Asked, attempt: SocialAttempt): Promise<boolean> {
  const { service, signal } = asked
  const { keyring } = service
  if (!service.farcaster) throw new Refusal('methodNotOffered')
  const channel = JSON.parse(
    keyring.open(attempt.secrets, identityRow.secrets(attempt.id)).toString(),
  ) as Channel // written by `startFarcaster`
  const found: Awaited<ReturnType<Farcaster['look']>> = await reach(
    asked,
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

/** @throws Refusal `unavailable` when Farcaster's servers don't answer as they have to */
async function reach<value>({ service }: Asked, work: Promise<value>): Promise<value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CompanyError) && !(error instanceof TimeLimitError)) throw error
    service.warn('farcaster', error.message)
    throw new Refusal('unavailable')
  }
}
