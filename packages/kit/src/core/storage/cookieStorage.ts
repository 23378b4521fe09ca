import { isNamespace } from '@latchkey/protocol/namespace'
import { cookieName } from './readCookie.ts'
import { readLastAccount } from './readLastAccount.ts'
import { createKitStorage, defaultStorage } from './storage.ts'
import type { RawStorage } from './storage.ts'
import { keyName } from './storedKeys.ts'

/** Seconds that the cookie lasts after a visit: 400 days, the maximum of browsers. */
const lifetime = 400 * 24 * 3_600

/** The stored values that the cookie is derived from. */
const sources: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (['last-account', 'connection-status', 'connected-namespaces', 'active-network-id'] as const).map(
    (key) => keyName(key),
  ),
)

/**
 * Storage for the option `storage` that shows the connected accounts to a server, so that it can
 * render the page of a connected visitor. It stores all values in `storage`, and also writes a
 * cookie with the addresses and networks of the last visit, which `readCookie` reads.
 *
 * The cookie contains only public data and goes to this host alone (`SameSite=Lax`, `Secure` on
 * https). It is removed when the visitor disconnects.
 * @param storage the storage of all values @default localStorage, or memory on a server
 */
export function cookieStorage(storage: RawStorage = defaultStorage()): RawStorage {
  let isFirst = true

  /**
   * Writes the cookie after a change of a value from which it is derived (`sources`). Also writes
   * it at the page's first access to the storage, because another tab or the browser may have
   * changed the cookie.
   */
  function mirror(name?: string): void {
    if (name !== undefined ? !sources.has(name) : !isFirst) return
    isFirst = false
    try {
      writeCookie(accountIds(storage).join('.'))
    } catch {
      // the page may not set cookies: the server then renders it as for a new visitor
    }
  }

  return {
    getItem(name) {
      mirror()
      return storage.getItem(name)
    },
    setItem(name, value) {
      storage.setItem(name, value)
      mirror(name)
    },
    removeItem(name) {
      storage.removeItem(name)
      mirror(name)
    },
  }
}

/**
 * The accounts that the next visit shows until the wallets have answered, as CAIP-10 ids, the one
 * of the active namespace first.
 */
function accountIds(raw: RawStorage): readonly string[] {
  const { get } = createKitStorage(raw)
  if (get('connection-status') !== 'connected') return []
  const last = get('last-account') ?? {}
  const networkId = get('active-network-id')
  const known = (get('connected-namespaces') ?? []).filter(
    (name) => typeof name === 'string' && isNamespace(name),
  )
  return known
    .flatMap((namespace) => {
      const account = readLastAccount(last[namespace], namespace)
      return account ? [`${account.networkId}:${account.address}`] : []
    })
    .sort((a, b) => Number(isOf(networkId, b)) - Number(isOf(networkId, a)))
}

const isOf = (networkId: string | undefined, accountId: string) =>
  networkId?.split(':', 1)[0] === accountId.split(':', 1)[0]

function writeCookie(value: string): void {
  if (typeof document === 'undefined') return
  const isSet = document.cookie.split('; ').some((pair) => pair.startsWith(`${cookieName}=`))
  if (!value && !isSet) return
  document.cookie = `${cookieName}=${value}; Path=/; Max-Age=${value ? lifetime : 0}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}
