import { redirectRequest } from '@latchkey/protocol/frame/frame'
import type { RedirectRequest } from '@latchkey/protocol/frame/frame'
import { redirectLength, requestMark } from '@latchkey/protocol/frame/wire'
import { isRecord } from '@latchkey/protocol/isObject'
import { readUrl } from '@latchkey/protocol/readUrl'
import * as v from 'valibot'

/** A request that a site's tab has brought, and the origin of the site. */
export type Redirect = {
  request: RedirectRequest
  /** The site's origin, guaranteed by the browser. */
  origin: string
}

/** The browser's information about this page. */
export type RedirectPage = {
  href: string
  /** The address of the previous page, or only its origin. */
  referrer: string
  /** This tab's session storage. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /**
   * Whether the tab had the request before: it has come back from a company, and the result of that
   * login has replaced the request in the address. A later reload counts, too.
   */
  wasHere: boolean
  /**
   * Whether the browser has reloaded the page or restored it from its history. Then the referrer
   * is, by the HTML standard, still the referrer of the first load, and any window that can
   * navigate this one may have changed the fragment since.
   */
  isRestored: boolean
}

/** The name under which the tab stores the request while it visits a company. */
const storedName = 'latchkey-request'

/**
 * Reads the request in the address of this page. Only the browser knows which site sends it, by the
 * referrer. The referrer's origin has to be one of the project's origins, and the origin of the
 * page to return to. After a reload or a step back in the history, the request counts only if this
 * tab has stored the same request: the referrer alone is not enough, because another window may
 * have replaced the request.
 *
 * A page's scripts can send the tab here in the name of their origin. So can an open redirect of
 * that site, if a script does it. In both cases:
 * - the visitor sees the request in the name of the site, and approves or declines it here like any
 *   other
 * - the answer goes to the site, which drops it
 *
 * A redirect by a server keeps the referrer of the page that started it, so it can't use another
 * site's name.
 * @returns undefined for a page without such a request
 */
export function readRedirect(
  { href, referrer, storage, wasHere, isRestored }: RedirectPage,
  origins: readonly string[],
): Redirect | undefined {
  const isAllowed = (origin: string) =>
    origin !== 'null' && (origins.includes('*') || origins.includes(origin))
  const at = href.indexOf('#')
  const text =
    at >= 0 && href.startsWith(requestMark, at) ? href.slice(at + requestMark.length) : undefined
  const stored = readStored(storage)
  const referrerOrigin = referrer === '' ? undefined : (readUrl(referrer)?.origin ?? 'null')
  // After a login at a company, the referrer is the company's page, so the request that the tab has
  // stored counts.
  if (text === undefined)
    return wasHere && stored && isAllowed(stored.origin)
      ? readRequest(stored.text, stored.origin)
      : undefined
  const known = stored?.text === text ? stored.origin : undefined
  const origin =
    isRestored && referrerOrigin !== undefined && referrerOrigin !== known
      ? undefined
      : (referrerOrigin ?? known)
  const redirect = origin !== undefined && isAllowed(origin) ? readRequest(text, origin) : undefined
  if (redirect)
    attempt(() => storage.setItem(storedName, JSON.stringify({ text, origin: redirect.origin })))
  return redirect
}

/** Removes the request after its answer. */
export const forgetRedirect = (storage: RedirectPage['storage']): void =>
  void attempt(() => storage.removeItem(storedName))

/**
 * Reads a request that returns to a page of this origin. The page's address may have only an origin
 * and a path.
 */
function readRequest(text: string, origin: string): Redirect | undefined {
  if (text.length > redirectLength * 3) return undefined
  const json = attempt(() => decodeURIComponent(text))
  if (json === undefined || json.length > redirectLength) return undefined
  const request = v.safeParse(
    redirectRequest,
    attempt(() => JSON.parse(json) as unknown),
  )
  if (!request.success) return undefined
  const back = readUrl(request.output.returnTo)
  return back &&
    /^https?:$/.test(back.protocol) &&
    back.origin === origin &&
    back.href === back.origin + back.pathname
    ? { request: { ...request.output, returnTo: back.href }, origin }
    : undefined
}

function readStored(
  storage: RedirectPage['storage'],
): { text: string; origin: string } | undefined {
  const stored = attempt(() => JSON.parse(storage.getItem(storedName) ?? '') as unknown)
  return isRecord(stored) &&
    typeof stored['text'] === 'string' &&
    typeof stored['origin'] === 'string'
    ? { text: stored['text'], origin: stored['origin'] }
    : undefined
}

function attempt<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch {
    return undefined // no JSON, a text that was not escaped, or a browser that stores nothing
  }
}
