import { isNamespace } from '@latchkey/protocol/namespace'
import { readLastAccount } from './readLastAccount.ts'
import type { LastAccount } from '../accounts/session.ts'

/**
 * The name of the cookie of `cookieStorage`. Its value is the accounts of the last visit as CAIP-10
 * ids, joined by a point, the active one first.
 */
export const cookieName = 'latchkey'

/**
 * The maximal length of a `Cookie` header that is read, in characters: four times the usual limit
 * of browsers and servers.
 */
const maxHeaderLength = 65_536
/** The maximal length of the cookie, in characters. One account of each namespace needs less. */
const maxCookieLength = 512

/**
 * The accounts of the visitor's last visit, from a request's `Cookie` header: at most one of each
 * namespace, the active one first. Empty if the cookie is missing, or is not in the format of
 * `cookieStorage`. Anybody can send any cookie: show the accounts, but never use them as a proof.
 * May be called in a server component.
 * @param header `request.headers.get('cookie')`; `undefined` and `null`: the request has no cookies
 * @returns addresses as the wallet wrote them, networks as CAIP-2 ids
 */
export function readCookie(header: string | null | undefined): readonly LastAccount[] {
  const value =
    typeof header === 'string' && header.length <= maxHeaderLength ? valueIn(header) : undefined
  if (value === undefined || value.length > maxCookieLength) return []
  const seen = new Set<string>()
  return value.split('.').flatMap((accountId) => {
    const [namespace = ''] = accountId.split(':', 1)
    const account =
      isNamespace(namespace) && !seen.has(namespace)
        ? readLastAccount(accountId, namespace)
        : undefined
    seen.add(namespace)
    return account ?? []
  })
}

/** The value of the kit's cookie in a header. */
function valueIn(header: string): string | undefined {
  const pair = header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
  return pair?.slice(cookieName.length + 1)
}
