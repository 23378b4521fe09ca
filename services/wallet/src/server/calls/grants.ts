import { isSameAddress } from '@latchkey/protocol/address'
import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import { delegationHash, readContext, rootAuthority } from '@latchkey/protocol/sessions/delegation'
import { endGrant, listGrants, putGrant } from '@latchkey/protocol/sessions/walletGrants'
import type { Queries } from '@latchkey/server/db/database'
import { eq } from 'drizzle-orm'
import { readGrants, storeGrant } from '../account/storedGrants.ts'
import { grants } from '../db/schema.ts'
import { day } from '../limits.ts'
import { inAccount } from '../logins/inAccount.ts'
import type { Session } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/** Milliseconds after which the wallet's permissions have ended. It grants none for longer. */
const longest = 367 * day

/** Stores a permission that the visitor has granted. A repetition changes nothing. */
export const answerPutGrant = defineUserEndpoint(
  putGrant,
  async ({ service, session: asking }, { grant: sent }) => {
    const now = service.now()
    const { hash, expiresAt } = readGrant(asking, sent.context)
    if (expiresAt > now + longest) throw new Refusal('invalidRequest')
    const grant = { ...sent, grantedAt: Math.min(sent.grantedAt, now) }
    await inAccount(service, asking, async (tx, session) => {
      await requirePhrase(tx, session)
      const { userId } = session
      const stored = await readGrants(tx, service.keyring, userId)
      const isKnown = stored.some(
        (one) => one.hash === hash && one.grant.networkId === grant.networkId,
      )
      if (isKnown) return
      const facts = { userId, grant, hash, expiresAt, now, stored }
      if (!(await storeGrant(tx, service.keyring, facts))) throw new Refusal('tooManyRequests')
    })
    return {}
  },
)

/** Lists the permissions of the account, of all sites, the newest first. */
export const answerListGrants = defineUserEndpoint(listGrants, async ({ service, session }) => {
  const stored = await readGrants(service.queries(), service.keyring, session.userId)
  return { grants: stored.map(({ grant, endedAt }) => ({ ...grant, endedAt })) }
})

/** Marks a permission as ended. The first mark stays. */
export const answerEndGrant = defineUserEndpoint(
  endGrant,
  async ({ service, session: asking }, { networkId, hash }) => {
    await inAccount(service, asking, async (tx, session) => {
      await requirePhrase(tx, session)
      const stored = await readGrants(tx, service.keyring, session.userId)
      const found = stored.find((one) => one.hash === hash && one.grant.networkId === networkId)
      if (!found || found.endedAt !== null) return
      await tx.update(grants).set({ endedAt: service.now() }).where(eq(grants.id, found.id))
    })
    return {}
  },
)

/**
 * Reads the context of a grant: a delegation of the account itself, with terms that have an end.
 * @throws Refusal `invalidRequest`
 */
function readGrant({ addresses }: Pick<Session, 'addresses'>, context: string) {
  const delegation = readContext(context)
  const terms = delegation && readCaveats(delegation.caveats)
  if (
    !addresses ||
    !terms ||
    delegation.authority !== rootAuthority ||
    !isSameAddress(delegation.delegator, addresses.eip155)
  )
    throw new Refusal('invalidRequest')
  return { hash: delegationHash(delegation), expiresAt: terms.expiry * 1_000 }
}

/** @throws Refusal `notRecovered` if the device does not know the phrase, so can't have signed */
async function requirePhrase(tx: Queries, { deviceId }: Session): Promise<void> {
  if (!(await knowsPhrase(tx, deviceId))) throw new Refusal('notRecovered')
}
