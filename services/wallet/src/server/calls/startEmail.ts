import { randomInt, randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { Locale } from '@latchkey/protocol/locale'
import { codeLife, startEmail } from '@latchkey/protocol/walletServer'
import { eq, lte } from 'drizzle-orm'
import { takePlaces } from '../db/counters.ts'
import { attempts, mailings } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { emailCooldown } from '../limits.ts'
import { allowancesOf } from '../logins/addressAllowances.ts'
import { browserName } from '../logins/browserName.ts'
import { attemptRow } from '../logins/logIn.ts'
import { parseEmail } from '../logins/parseEmail.ts'
import { checkSite, projectName } from '../logins/siteOf.ts'
import { codeMail } from '../mail/mails.ts'
import { waitRefusal } from '../refusal.ts'
import { forgetJoin } from '../socials/joins.ts'
import { defineEndpoint, type RequestContext } from './defineEndpoint.ts'

/**
 * Mails a code. Nothing here depends on whether the address has an account, and the mail is sent
 * after the answer, so the answer does not reveal it.
 */
export const answerStartEmail = defineEndpoint(startEmail, async (context, params) => {
  const { service, session } = context
  const { projectId, origin, locale = null, isNew = false, place = 'page' } = params
  checkSite(service.options, projectId, origin)
  const email = parseEmail(params.email)
  if (session?.email === email && !isNew) return { action: 'connected' }
  await forgetJoin(service.queries(), context.device)
  await mailCode(context, { email, projectId, origin, locale, isWindow: place === 'window' })
  return { action: 'otp' }
})

/**
 * Mails a code to an address, for this device's attempt. It replaces an earlier attempt of the
 * device.
 * @param login.isWindow whether the code is typed in the wallet's own window
 * @throws Refusal `tooManyRequests`, `emailCooldown`
 */
export async function mailCode(
  { service, device, client, userAgent, own, place }: RequestContext,
  {
    email,
    projectId,
    origin,
    locale,
    isWindow = false,
  }: {
    email: string
    projectId: string | null
    origin: string
    locale: Locale | null
    isWindow?: boolean
  },
): Promise<void> {
  const { options, outbox } = service
  const now = service.now()
  service.clients.spendMail(client)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const browser = browserName(userAgent)
  const facts = { projectId, origin, browser, locale, createdAt: now }
  const attempt = attemptOf(service.keyring, { email, code, ...facts })
  // a refusal rolls back the taken place
  await service.queries().transaction(async (tx) => {
    const { turn, allowances } = await allowancesOf(tx, service, 'codes', {
      email,
      device,
      client,
    })
    const place = await takePlaces(tx, allowances, now)
    if (!place.isTaken) throw waitRefusal('tooManyRequests', place.wait)
    const cooldown = await takeTurn(tx, turn, now)
    if (cooldown > 0) throw waitRefusal('emailCooldown', cooldown)
    await tx
      .insert(attempts)
      .values({ device, ...attempt })
      .onConflictDoUpdate({ target: attempts.device, set: attempt })
  })
  outbox.post(
    'code',
    codeMail(email, code, options.operator, {
      origin,
      project: projectName(options, projectId),
      browser,
      place,
      at: now,
      locale,
      wallet: isWindow ? own : undefined,
    }),
    { client },
  )
  service.metrics.events({ event: 'code asked' }).add()
}

/** A new attempt to log in by a code. */
function attemptOf(
  keyring: Keyring,
  {
    email,
    code,
    createdAt,
    ...facts
  }: Pick<
    typeof attempts.$inferSelect,
    'projectId' | 'origin' | 'browser' | 'locale' | 'createdAt'
  > & { email: string; code: string },
) {
  const id = randomUUID()
  return {
    id,
    status: 'code',
    emailIndex: keyring.indexesOf(email)[0],
    email: keyring.seal(email, attemptRow(id)),
    codeHash: keyring.hashCode(id, code),
    tries: 0,
    ...facts,
    createdAt,
    expiresAt: createdAt + codeLife,
    linkHash: null,
    userId: null,
    identityId: null,
  } as const
}

/**
 * Takes the turn to mail a code, in one statement.
 * @returns 0, or the milliseconds until the next turn
 */
export async function takeTurn(queries: Queries, name: string, now: number): Promise<number> {
  const taken = await queries
    .insert(mailings)
    .values({ name, mailedAt: now })
    .onConflictDoUpdate({
      target: mailings.name,
      set: { mailedAt: now },
      setWhere: lte(mailings.mailedAt, now - emailCooldown),
    })
    .returning({ mailedAt: mailings.mailedAt })
  if (taken.length > 0) return 0
  const [last] = await queries.select().from(mailings).where(eq(mailings.name, name))
  return Math.max(1, (last?.mailedAt ?? now) + emailCooldown - now)
}
