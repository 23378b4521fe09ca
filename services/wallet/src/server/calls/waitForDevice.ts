import { waitForDevice } from '@latchkey/protocol/walletServer'
import { eq } from 'drizzle-orm'
import { attempts } from '../db/schema.ts'
import { linkWait } from '../limits.ts'
import { sessionOf } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import { isBegunFor } from '../socials/attempts.ts'
import { type RequestContext, defineWaitingEndpoint } from './defineEndpoint.ts'

/**
 * Milliseconds between two queries for links that another process has handled: at least `each` for
 * a device, and at least `all` times the number of waiting devices.
 */
const lookEvery = { each: 2_000, all: 4 }

/** Waits until the link of this device's attempt is approved or refused. */
export const answerWaitForDevice = defineWaitingEndpoint(
  waitForDevice,
  async (context, { origin }) => {
    const until = performance.now() + linkWait
    for (;;) {
      const status = await look(context, origin)
      const remaining = until - performance.now()
      if (status === 'connected' || remaining <= 0 || context.signal.aborted) return { status }
      const { approvals } = context.service
      await approvals.next(
        context.device,
        Math.min(remaining, Math.max(lookEvery.each, lookEvery.all * approvals.waiting)),
        context.signal,
      )
    }
  },
)

async function look(
  { service, device }: RequestContext,
  origin: string | undefined,
): Promise<'waiting' | 'connected'> {
  const [attempt] = await service
    .queries()
    .select({ status: attempts.status, origin: attempts.origin, expiresAt: attempts.expiresAt })
    .from(attempts)
    .where(eq(attempts.device, device))
  if (attempt && !isBegunFor(attempt, origin)) throw new Refusal('codeExpired')
  if (attempt?.status === 'refused') throw new Refusal('deviceRefused')
  if (attempt?.status === 'link' && attempt.expiresAt > service.now()) return 'waiting'
  const session = attempt ? undefined : await sessionOf(service, device)
  if (!session || (origin !== undefined && session.origin !== origin))
    throw new Refusal('codeExpired')
  return 'connected'
}
