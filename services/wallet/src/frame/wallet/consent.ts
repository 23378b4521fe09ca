import type { WalletUser } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import type { Store } from '../device/openStore.ts'
import { readAccount } from '../vault/deviceShare.ts'
import type { StoredAccount } from '../vault/deviceShare.ts'
import { forgetNamedAccount, readNamedAccount } from './namedAccount.ts'
import type { Wallet } from './Wallet.ts'

/**
 * The user who has logged in, and the start of that login on the server: a later login needs a
 * new consent.
 */
const consents = v.object({ userId: v.string(), loginAt: v.optional(v.number()) })
type Consent = v.InferOutput<typeof consents>

const prefix = 'consent:'
/** The name under which a site's consent is stored. */
export const consentName = ({ site }: { site: Pick<Wallet['site'], 'origin'> }): string =>
  prefix + site.origin

/**
 * Stores that the visitor has logged in on the site, which gets the account from now on, also after
 * a reload. The login is valid in the whole browser, but other sites that contain the frame do not
 * learn of it until the visitor logs in there.
 * @throws Fault when the server is not reached; the login stays valid, and the same request again
 *   completes it
 */
export async function noteLogin(
  wallet: Wallet,
  {
    user: consentedUser,
    signal,
  }: {
    /** The user, if the server sent it with the login. */ user?: WalletUser | undefined
    signal?: AbortSignal | undefined
  } = {},
): Promise<void> {
  wallet.session.forget()
  if (consentedUser) await wallet.session.note(consentedUser)
  const user = await wallet.session.read(signal)
  if (!user) throw fault('loginRequired')
  await wallet.store.set(consentName(wallet), {
    userId: user.userId,
    ...(user.loginAt !== undefined && { loginAt: user.loginAt }),
  } satisfies Consent)
  await forgetNamedAccount(wallet)
  wallet.freshLogin.isOpen = true
}

/** The id of the user who logged in on the site; undefined without a login. */
export async function readConsent(
  wallet: Pick<Wallet, 'store' | 'site'>,
): Promise<string | undefined> {
  return (await readStored(wallet.store, consentName(wallet)))?.userId
}

/**
 * The current account, if the site may know it; or the account that the site itself has named.
 */
export async function readConnected(
  wallet: Pick<Wallet, 'store' | 'site'>,
): Promise<Pick<StoredAccount, 'addresses'> | undefined> {
  const [userId, account] = await Promise.all([readConsent(wallet), readAccount(wallet.store)])
  return userId === undefined || !account ? readNamedAccount(wallet) : account
}

/** Revokes this site's consent. */
export const withdrawConsent = ({ store, site }: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  store.delete(consentName({ site }))

/**
 * Revokes the consents of all sites. With `exceptOf`, the consents of this user's current login
 * stay.
 */
export async function withdrawConsents(store: Store, exceptOf?: WalletUser): Promise<void> {
  for (const name of await store.names(prefix))
    if (!exceptOf || !isOfLogin(await readStored(store, name), exceptOf)) await store.delete(name)
}

/**
 * Whether a consent was given in this login. Earlier versions stored consents without a time; such
 * a consent counts for every login of its user.
 */
const isOfLogin = (consent: Consent | undefined, { userId, loginAt }: WalletUser) =>
  consent?.userId === userId &&
  (consent.loginAt === undefined || loginAt === undefined || consent.loginAt === loginAt)

async function readStored(store: Store, name: string): Promise<Consent | undefined> {
  const stored = await store.get(name)
  const consent = v.safeParse(consents, typeof stored === 'string' ? { userId: stored } : stored)
  return consent.success ? consent.output : undefined
}
