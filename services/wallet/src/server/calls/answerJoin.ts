import type { Queries } from '@latchkey/server/db/database'
import { answerJoin, codeLife } from '@latchkey/protocol/walletServer'
import { and, eq, gt } from 'drizzle-orm'
import { attempts, joins, users } from '../db/schema.ts'
import { emailCooldown } from '../limits.ts'
import { lockLogin } from '../logins/locks.ts'
import { findUser, makeUser } from '../logins/logIn.ts'
import { rowOf } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { isBegunFor } from '../socials/attempts.ts'
import { enterNew } from '../socials/enter.ts'
import { findIdentity } from '../socials/identities.ts'
import { findJoin, forgetJoin, openAccount, pendingOf, type Join } from '../socials/joins.ts'
import { needsEmail } from '../socials/socialOptions.ts'
import { defineEndpoint, type RequestContext } from './defineEndpoint.ts'
import { mailCode } from './startEmail.ts'

/**
 * Handles the visitor's answer. The pending login gets a new account; or the visitor has to open
 * the account that it may join; or it is dropped.
 */
export const answerJoinLogin = defineEndpoint(
  answerJoin,
  async (context, { join: isWanted, origin }) => {
    if (isWanted === null) return { action: await end(context, origin) }
    return {
      action: isWanted ? await askOwner(context, origin) : await refuseJoin(context, origin),
    }
  },
)

/**
 * Drops the pending login. A code or link that was mailed to open the account ends, too: a later
 * approval logs no device in.
 */
async function end(
  { service, device }: RequestContext,
  origin: string | undefined,
): Promise<'ended'> {
  await service.queries().transaction(async (tx) => {
    await lockLogin(tx, service.keyring, { device })
    const found = await findJoin(tx, device, service.now())
    if (found && !isBegunFor(found, origin)) return
    const join = await forgetJoin(tx, device)
    if (join?.isWanted) await tx.delete(attempts).where(eq(attempts.device, device))
  })
  return 'ended'
}

async function askOwner(
  context: RequestContext,
  origin: string | undefined,
): Promise<'otp' | 'social'> {
  const { service, device } = context
  const { keyring } = service
  const now = service.now()
  const queries = service.queries()
  const join = await findJoin(queries, device, now)
  const [user] = join ? await queries.select().from(users).where(eq(users.id, join.userId)) : []
  if (!join || !user || !isBegunFor(join, origin)) throw new Refusal('codeExpired')
  await queries.update(joins).set({ isWanted: true }).where(eq(joins.device, device))
  if (!user.email) return 'social'
  // The answer to the first call was lost. After 30 s its mail may be lost, too, so the same call
  // mails another one.
  const [waiting] = await queries
    .select({ emailIndex: attempts.emailIndex })
    .from(attempts)
    .where(
      and(
        eq(attempts.device, device),
        eq(attempts.status, 'code'),
        gt(attempts.createdAt, now - emailCooldown),
      ),
    )
  const email = keyring.open(user.email, rowOf.email(user.id)).toString()
  const isMailed =
    join.isWanted &&
    waiting !== undefined &&
    keyring.indexesOf(email).some((index) => index.equals(waiting.emailIndex))
  if (!isMailed)
    await mailCode(context, {
      email,
      projectId: join.projectId,
      origin: join.origin,
      locale: join.locale,
    })
  return 'otp'
}

async function refuseJoin(
  { service, device, session }: RequestContext,
  origin: string | undefined,
): Promise<'connected'> {
  const now = service.now()
  await service.queries().transaction(async (tx) => {
    await lockLogin(tx, service.keyring, { device })
    const join = await findJoin(tx, device, now)
    if (join && isBegunFor(join, origin)) {
      await forgetJoin(tx, device)
      await logInSeparately(tx, service, join)
    } else if (
      join ||
      !session ||
      !isBegunFor(session, origin) ||
      session.createdAt <= now - codeLife
    )
      throw new Refusal('codeExpired')
  })
  return 'connected'
}

async function logInSeparately(tx: Queries, service: Service, join: Join): Promise<void> {
  const { keyring, options, now } = service
  const pending = pendingOf(keyring, join)
  if ('email' in pending) {
    // the owner has logged in on another device meanwhile
    if (await findUser(tx, keyring, pending.email)) throw new Refusal('codeExpired')
    const user = await makeUser(tx, keyring, pending.email, now())
    await openAccount(tx, service, { ...join, identityId: null }, user.id, now())
    return
  }
  if (pending.identity.email === null && needsEmail(options)) throw new Refusal('methodNotOffered')
  // The owner of the company's account has logged in with it on another device meanwhile.
  if (await findIdentity(tx, keyring, pending.identity)) throw new Refusal('codeExpired')
  await enterNew(tx, service, join, pending.identity)
}
