import type { FrameParams } from '@latchkey/protocol/frame/frame'
import { isRecord } from '@latchkey/protocol/isObject'
import { isNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { cleanName } from '../../core/text/cleanName.ts'
import type { LinkState } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import { isEmail } from '../../core/text/isEmail.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { rememberMethod } from '../../core/storage/lastLogin.ts'
import type { Login } from '../../core/contracts/login.ts'
import { isSocial } from '../../core/contracts/socials.ts'
import type { Social } from '../../core/contracts/socials.ts'
import { storedValue } from '../../core/storage/storedValue.ts'
import { readShared } from '../../session/sharedConnections.ts'
import { authId } from './names.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The data about a login that this site stores. It contains no secrets, which stay in the frame.
 * - `left`: namespaces that the visitor disconnected while other namespaces stayed connected
 * - `social`: the company of the login
 * - `addresses`: stored only if the frame can't know them, because it has no storage, or because
 *   the login was in the wallet's own page
 */
type StoredLogin = {
  email?: string
  social?: Social
  left: readonly Namespace[]
  addresses?: Addresses
}
type Addresses = FrameParams['RESUME']['addresses']

const storedLogin = storedValue<StoredLogin>('embedded', (json) => {
  if (!isRecord(json)) return undefined
  const { email, social, left, addresses } = json
  return {
    ...(isAddresses(addresses) && { addresses }),
    ...(typeof email === 'string' && isEmail(email) && { email }),
    ...(isSocial(social) && { social }),
    left: Array.isArray(left)
      ? left.filter(
          (namespace): namespace is Namespace =>
            typeof namespace === 'string' && isNamespace(namespace),
        )
      : [],
  }
})
const lastLogin = storedValue<number>('email-login-time', (json) =>
  typeof json === 'number' && Number.isFinite(json) ? json : undefined,
)

/** The stored login; undefined without one. */
export const rememberedLogin = (kit: Kit): StoredLogin | undefined => storedLogin.get(kit)

/**
 * Stores a login, and ends the cooldown for the next code
 * (docs/contracts/product.md#embedded-wallet).
 * @param reportedEmail the e-mail address that the wallet reported
 */
export function rememberLogin(
  kit: Kit,
  login: Login | undefined,
  reportedEmail?: string | null,
): void {
  const email = reportedEmail ?? (login && 'email' in login ? login.email : undefined)
  storedLogin.set(kit, {
    ...(email !== undefined && { email }),
    ...(login && 'social' in login && { social: login.social }),
    left: [],
  })
  if (login) rememberMethod(kit, 'email' in login ? 'email' : login.social)
  lastLogin.set(kit, undefined)
}

/**
 * Stores that the visitor disconnected a namespace, while other namespaces of the login stay
 * connected.
 */
export function rememberLeftNamespace(kit: Kit, namespace: Namespace): void {
  const stored = storedLogin.get(kit)
  if (stored) storedLogin.set(kit, { ...stored, left: [...new Set([...stored.left, namespace])] })
}

const isAddresses = (value: unknown): value is Addresses =>
  // the frame checks the form of the addresses
  isRecord(value) && Object.values(value).every((address) => typeof address === 'string')

/** Stores the addresses of a login that the frame can't know. */
export function rememberAddresses(kit: Kit, addresses: Addresses): void {
  const stored = storedLogin.get(kit)
  if (stored) storedLogin.set(kit, { ...stored, addresses })
}

type ReportedUser = {
  email?: string | null | undefined
  userName?: string | null | undefined
  addresses?: Addresses | undefined
}

/**
 * Stores the wallet's data about its user: the e-mail address of a login by e-mail, which the
 * visitor may have changed, and addresses that the frame can't know.
 * @returns the user and the company of the login, for the connection
 */
export function recordUser(
  kit: Kit,
  { email, userName, addresses }: ReportedUser,
): Pick<LinkState, 'user' | 'socialProvider'> {
  if (addresses) rememberAddresses(kit, addresses)
  const stored = storedLogin.get(kit)
  if (email && stored?.email !== undefined && stored.email !== email)
    storedLogin.set(kit, { ...stored, email })
  const username = cleanName(userName ?? '')
  const user = { ...(email && { email }), ...(username !== undefined && { username }) }
  return {
    ...(Object.keys(user).length > 0 && { user }),
    ...(stored?.social && { socialProvider: stored.social }),
  }
}

/**
 * Deletes the login. Also deletes the network that was used last, unless another wallet is still
 * connected.
 */
export function forgetLogin(kit: Kit): void {
  storedLogin.set(kit, undefined)
  const { sessions } = readShared(kit)
  const isOtherConnected = Object.values(sessions).some((shared) =>
    shared?.connectors.some((id) => id !== authId),
  )
  if (!isOtherConnected) contextOf(kit).storage.remove('active-network-id')
}

/** The time from which the next code may be requested, milliseconds since 1970. */
export const nextCodeAt = (kit: Kit): number =>
  (lastLogin.get(kit) ?? -Infinity) + times.emailCooldown

/**
 * The error for a mail that is requested too early.
 * @param left milliseconds
 */
export function cooldownError(left: number): Error {
  const seconds = Math.ceil(left / 1_000)
  return kitError('emailCooldown', { seconds }, { retryAfter: seconds })
}

/**
 * Records that a code is requested.
 * @throws KitError emailCooldown within 30 s of the last one
 */
export function recordCode(kit: Kit): void {
  const now = contextOf(kit).clock.now()
  const left = nextCodeAt(kit) - now
  // a clock that was set back gives a longer time, which must not lock the visitor out
  if (left > 0 && left <= times.emailCooldown) throw cooldownError(left)
  lastLogin.set(kit, now)
}

/** Reverts `recordCode`, because no code was sent. */
export const unnoteCode = (kit: Kit): void => lastLogin.set(kit, undefined)
