import { randomInt, randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import { codeLife, codeTries } from '@latchkey/protocol/walletServer'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { takePlaces } from '../db/counters.ts'
import { changes } from '../db/schema.ts'
import { takeTurn } from '../calls/startEmail.ts'
import { emailCooldown } from '../limits.ts'
import {
  allowancesOf,
  ownAllowances,
  type AddressAllowances,
  type Counted,
} from '../logins/addressAllowances.ts'
import type { Session } from '../logins/session.ts'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/** A change whose codes are pending. */
export type Change = typeof changes.$inferSelect
type Kind = Change['kind']
/** The address to which a code is mailed: the current one, or the new one. */
export type Side = 'primary' | 'secondary'
/** The caller of a change. */
export type ChangeContext = { service: Service; session: Session; device: string; client: string }

/** The context for which a change's new address is sealed. */
export const changeRow = (id: string) => `changes ${id} email`
/** The context for which a code of a change is hashed. */
const codeName = (id: string, side: Side) => `${id} ${side}`

/** Creates a code, with its hash for a change. */
export function makeCode(
  { keyring }: Pick<Service, 'keyring'>,
  id: string,
  side: Side,
): { code: string; hash: Uint8Array } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, hash: keyring.hashCode(codeName(id, side), code) }
}

/** Makes a new change of a kind, without codes. */
export const newChange = (
  { session: { deviceId, userId }, service }: Pick<ChangeContext, 'session' | 'service'>,
  kind: Kind,
): Change => ({
  deviceId,
  kind,
  id: randomUUID(),
  userId,
  step: 'primary',
  email: null,
  primaryHash: null,
  primaryTries: 0,
  secondaryHash: null,
  secondaryTries: 0,
  secondaryAt: null,
  expiresAt: service.now() + codeLife,
})

/** Stores a change, and replaces the device's last one of its kind. */
export async function storeChange(tx: Queries, change: Change): Promise<void> {
  await tx
    .insert(changes)
    .values(change)
    .onConflictDoUpdate({ target: [changes.deviceId, changes.kind], set: change })
}

/**
 * This device's change of a kind whose code was just mailed. If the answer to the call that began
 * the change was lost, a repeated call mails no second code.
 */
export async function findFresh(
  tx: Queries,
  { session: { deviceId }, service }: Pick<ChangeContext, 'session' | 'service'>,
  kind: Kind,
): Promise<Change | undefined> {
  const begunAfter = service.now() - emailCooldown
  const [change] = await tx
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.deviceId, deviceId),
        eq(changes.kind, kind),
        ne(changes.step, 'done'),
        gt(changes.expiresAt, begunAfter + codeLife),
      ),
    )
  return change
}

/**
 * The daily allowances of codes for an address. The current address belongs to the owner, even if
 * only a company reports it. Codes for it are counted for the device alone, so that a stranger's
 * attempts do not lock the owner out.
 */
async function countedOf(
  tx: Queries,
  { service, device, client }: ChangeContext,
  counted: Counted,
  { email, side }: { email: string; side: Side },
): Promise<AddressAllowances> {
  return side === 'primary'
    ? ownAllowances(service, counted, { email, device })
    : allowancesOf(tx, service, counted, { email, device, client })
}

/**
 * Takes the turn to mail a code to an address, by the rules of a login's code.
 * @returns the refusal, if it is too early
 */
export async function takeCodeTurn(
  tx: Queries,
  context: ChangeContext,
  to: { email: string; side: Side },
): Promise<Refusal | undefined> {
  const { service, client } = context
  const now = service.now()
  service.clients.spendMail(client)
  const { turn, allowances } = await countedOf(tx, context, 'codes', to)
  const place = await takePlaces(tx, allowances, now)
  if (!place.isTaken) return waitRefusal('tooManyRequests', place.wait)
  const cooldown = await takeTurn(tx, turn, now)
  if (cooldown === 0) return undefined
  await place.release()
  return waitRefusal('emailCooldown', cooldown)
}

/**
 * A change whose code was right, or the refusal. A refusal is a value, because a wrong try has to
 * count, and throwing would roll the transaction back.
 */
export type CodeCheck = { change: Change } | { refusal: Refusal }

const columns = {
  primary: { tries: changes.primaryTries, key: 'primaryTries', hash: 'primaryHash' },
  secondary: { tries: changes.secondaryTries, key: 'secondaryTries', hash: 'secondaryHash' },
} as const

/**
 * Checks a code of this device's change. Every try is counted in the database before the code is
 * compared, so of any number of concurrent guesses at most five are compared.
 * @param emailOf returns the address to which the code was mailed: wrong codes are counted for this
 *   address, too
 */
export async function tryChangeCode(
  tx: Queries,
  context: ChangeContext,
  {
    kind,
    side,
    otp,
    emailOf,
  }: { kind: Kind; side: Side; otp: string; emailOf: (change: Change) => string },
): Promise<CodeCheck> {
  const {
    service: { keyring },
    session: { deviceId },
  } = context
  const now = context.service.now()
  const { tries, key, hash } = columns[side]
  const own = and(
    eq(changes.deviceId, deviceId),
    eq(changes.kind, kind),
    gt(changes.expiresAt, now),
  )
  const [change] = await tx
    .update(changes)
    .set({ [key]: sql`${tries} + 1` })
    .where(and(own, lt(tries, codeTries)))
    .returning()
  if (!change)
    return {
      refusal: new Refusal(
        (await tx.select({ id: changes.id }).from(changes).where(own)).length > 0
          ? 'codeSpent'
          : 'codeExpired',
      ),
    }
  const stored = change[hash]
  if (stored === null) return { refusal: new Refusal('codeExpired') }
  const { allowances } = await countedOf(tx, context, 'wrong codes', {
    email: emailOf(change),
    side,
  })
  const place = await takePlaces(tx, allowances, now)
  if (!place.isTaken) return { refusal: waitRefusal('tooManyRequests', place.wait) }
  const remaining = codeTries - change[key]
  if (!keyring.isCode(stored, codeName(change.id, side), otp))
    return {
      refusal:
        remaining > 0 ? new Refusal('codeWrong', { left: remaining }) : new Refusal('codeSpent'),
    }
  await place.release()
  return { change }
}
