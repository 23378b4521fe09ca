import { isNamespace } from '@latchkey/protocol/namespace'
import { readLastAccount } from './readLastAccount.ts'
import type { LastAccount } from './session.ts'

/**
 * The cookie of `cookieStorage`: the accounts of the last visit as CAIP-10 ids, joined by a point,
 * the active one first.
 */
export const cookieName = 'latchkey'

/**
 * Characters of a `Cookie` header that are read: four times what browsers and servers usually
 * allow.
 */
const maxHeaderLength = 65_536
/** Characters of the cookie: one account of each namespace, with room to spare. */
const maxCookieLength = 512

/**
 * The accounts of the visitor's last visit, from a request's `Cookie` header: one of each namespace
 * at the most, the active one first; empty if there is none, or if the cookie is not one of
 * `cookieStorage`. Anybody can send any cookie: show the accounts, and never take them for a proof.
 * Safe in a server component.
 * @param header `request.headers.get('cookie')`; `undefined` and `null` mean that there is none
 * @returns addresses as the wallet gave them, networks as CAIP-2 ids
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
