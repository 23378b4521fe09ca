import { waitForDevice } from '@latchkey/protocol/walletServer'
import { eq } from 'drizzle-orm'
import { attempts } from '../db/schema.ts'
import { linkWait } from '../limits.ts'
import { sessionOf } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import { answering, type Asked } from './answering.ts'

/** Milliseconds between two looks, for links that another process answers. */
const lookEvery = 2_000

/** Waits until the link of this device's attempt is answered. */
export const answerWaitForDevice = answering(waitForDevice, async (asked, { origin }) => {
  const until = performance.now() + linkWait
  for (;;) {
    const status = await look(asked, origin)
    const left = until - performance.now()
    if (status === 'connected' || left <= 0 || asked.signal.aborted) return { status }
    await asked.service.approvals.next(asked.device, Math.min(left, lookEvery), asked.signal)
  }
})

async function look({ service, device }: Asked, origin: string | undefined): Promise<'waiting' | 'connected'> {
  const [attempt] = await service.queries().select({ status: attempts.status, expiresAt: attempts.expiresAt }).from(attempts).where(eq(attempts.device, device))
  if (attempt?.status === 'refused') throw new Refusal('deviceRefused')
  if (attempt?.status === 'link' && attempt.expiresAt > service.now()) return 'waiting'
  const session = attempt ? undefined : await sessionOf(service, device)
  if (!session || (origin !== undefined && session.origin !== origin)) throw new Refusal('codeExpired')
  return 'connected'
}
