import { codeLife } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from './Wallet.ts'

/**
 * A login that a site has begun. `isPage`: the whole page goes to the company and comes back
 * with the result.
 */
const logins = v.variant('kind', [
  v.object({ kind: v.literal('email') }),
  v.object({ kind: v.literal('farcaster') }),
  v.object({ kind: v.literal('social'), id: v.string(), isPage: v.boolean() }),
])
export type BegunLogin = v.InferOutput<typeof logins>
type Kind = BegunLogin['kind']

/**
 * `hasLink`: the login was proved, and a mailed link is pending. `until`: milliseconds since 1970.
 */
const attempts = v.object({
  origin: v.string(),
  login: logins,
  hasLink: v.boolean(),
  until: v.number(),
})
type Attempt = v.InferOutput<typeof attempts>
type Needs = Pick<Wallet, 'store' | 'site'>

/**
 * A browser has one attempt, because the server has one login for the browser's key. A login that
 * another site begins replaces the attempt.
 */
const storedName = 'attempt'

async function read({ store, site }: Needs): Promise<Attempt | undefined> {
  const parsed = v.safeParse(attempts, await store.get(storedName))
  return parsed.success && parsed.output.origin === site.origin && parsed.output.until > Date.now()
    ? parsed.output
    : undefined
}

/** Stores that this site has begun a login, which it may finish. The entry outlives the page. */
export const noteAttempt = (
  { store, site }: Needs,
  login: BegunLogin,
  hasLink = false,
): Promise<void> =>
  store.set(storedName, {
    origin: site.origin,
    login,
    hasLink,
    until: Date.now() + codeLife,
  } satisfies Attempt)

/**
 * The login of this kind that this site has begun. Without it the site gets no result: the
 * server knows only the browser, and would report the login of another site.
 * @throws Fault `codeExpired`
 */
export async function requireAttempt<const kind extends Kind>(
  wallet: Needs,
  kind: kind,
): Promise<Extract<BegunLogin, { kind: kind }>> {
  const login = (await read(wallet))?.login
  if (!isOf(login, kind)) throw fault('codeExpired')
  return login
}

/**
 * Checks that this site has begun a login whose link is pending.
 * @throws Fault `codeExpired`
 */
export async function requireLink(wallet: Needs): Promise<void> {
  if (!(await read(wallet))?.hasLink) throw fault('codeExpired')
}

/** Stores that the login was proved and a link was mailed. */
export async function noteLink(wallet: Needs): Promise<void> {
  const attempt = await read(wallet)
  if (!attempt) throw fault('codeExpired') // another site has begun a login meanwhile
  await noteAttempt(wallet, attempt.login, true)
}

/** Ends the attempt of any site, because the browser has only one login for all sites. */
export const endAttempt = ({ store }: Pick<Wallet, 'store'>): Promise<void> =>
  store.delete(storedName)

const isOf = <const kind extends Kind>(
  login: BegunLogin | undefined,
  kind: kind,
): login is Extract<BegunLogin, { kind: kind }> => login?.kind === kind
