/**
 * Whether this header severs a page from windows that it opens, once they show another site: they
 * appear as closed, and their messages do not arrive.
 * @param policy the value of `Cross-Origin-Opener-Policy`; an unknown or repeated value counts as
 *   none, see https://html.spec.whatwg.org/multipage/browsers.html#the-coop-headers
 */
export const cutsWindowsOff = (policy: string | null): boolean =>
  /^[ \t]*same-origin[ \t]*(;|$)/.test(policy ?? '')

/**
 * Milliseconds within which the page's own headers are read. After that, windows count as usable.
 */
const limit = 3_000

/**
 * Whether this page is severed from its windows. A script can't see the headers of its page, so
 * they are requested again: from the browser's cache, or by HEAD. In a page inside another one the
 * outer page's header counts, and the tab could not navigate anyway: false.
 */
export async function isPageCutOff(): Promise<boolean> {
  if (globalThis.top !== globalThis.self) return false
  if (globalThis.crossOriginIsolated) return true
  try {
    const { headers } = await fetch(location.href, {
      method: 'HEAD',
      cache: 'force-cache',
      signal: AbortSignal.timeout(limit),
    })
    return cutsWindowsOff(headers.get('cross-origin-opener-policy'))
  } catch {
    // offline, or refused by the site's own server or policy: the window shows the error
    return false
  }
}
