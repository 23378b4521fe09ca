/**
 * Whether this header severs a page from the windows that it opens, as soon as they show another
 * site. A severed window appears as closed, and its messages do not arrive.
 * @param policy the value of `Cross-Origin-Opener-Policy`; an unknown or repeated value counts as
 *   none, see https://html.spec.whatwg.org/multipage/browsers.html#the-coop-headers
 */
export const cutsWindowsOff = (policy: string | null): boolean =>
  /^[ \t]*same-origin[ \t]*(;|$)/.test(policy ?? '')

/**
 * The time limit for reading the page's own headers, in milliseconds. After that, windows count as
 * usable.
 */
const limit = 3_000

/**
 * Whether this page is severed from its windows. A script can't see the headers of its page, so
 * they are requested again: from the browser's cache, or by HEAD. False for a page inside another
 * page: there the outer page's header counts, and the tab could not leave anyway.
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
    // offline, or refused by the site's server or policy: windows count as usable, and show the
    // error
    return false
  }
}
