import { redirectRequest } from '@latchkey/protocol/frame/frame'
import type { RedirectRequest } from '@latchkey/protocol/frame/frame'
import { redirectLength, requestMark } from '@latchkey/protocol/frame/wire'
import { isRecord } from '@latchkey/protocol/isObject'
import { readUrl } from '@latchkey/protocol/readUrl'
import * as v from 'valibot'

/** A request that a site's tab has brought, and the site. */
export type Redirect = { request: RedirectRequest /** The browser's word. */; origin: string }

/** What the browser says of this page. */
export type RedirectPage = {
  href: string
  /** The page that this one was reached from: its origin at least. */
  referrer: string
  /** That of this tab. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /**
   * Whether the tab was here with the request before: it has come back from a company, whose login
   * has taken the place of the request in the address, or is loaded anew after that.
   */
  wasHere: boolean
  /**
   * Whether the browser has loaded the page anew, or by its history. The referrer is then, by HTML,
   * that of the document's first address, and any window that can lead this one may have changed
   * the fragment since.
   */
  isRestored: boolean
}

/** The name under which the tab keeps the request, while it visits a company. */
const storedName = 'latchkey-request'

/**
 * Reads the request in the address of this page. Which site asks is the browser's word alone: the
 * referrer, whose origin has to be the project's and that of the page to return to. After a reload,
 * or a way back, the same request in the same tab counts; the referrer alone does not, as another
 * window may have put another request in its place.
 *
 * A page's scripts can send the tab here in the name of their origin, and so can an open redirect
 * of that site, if it is one by script: the visitor is then asked in the name of the site, sees and
 * approves or declines it here like any other request, and the answer goes to the site, which drops
 * it. A redirect by a server keeps the referrer of the page that began it, so it speaks for nobody
 * else.
 * @returns undefined for anything else: it leads nowhere
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
  // back from a company, the referrer is the company's
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

/** Forgets the request: it was answered. */
export const forgetRedirect = (storage: RedirectPage['storage']): void =>
  void attempt(() => storage.removeItem(storedName))

/** A request of this origin, which comes back to a page of it: origin and path alone. */
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
