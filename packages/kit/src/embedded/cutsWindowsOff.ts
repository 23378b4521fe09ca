/**
 * Whether a page with this header loses the windows that it opens once they show another site's
 * page: they count as closed, and say nothing.
 * @param policy the value of `Cross-Origin-Opener-Policy`, as
 *   https://html.spec.whatwg.org/multipage/browsers.html#the-coop-headers reads it: an unknown or a
 *   doubled value is none
 */
export const cutsWindowsOff = (policy: string | null): boolean =>
  /^[ \t]*same-origin[ \t]*(;|$)/.test(policy ?? '')

/**
 * Milliseconds within which the page's own headers are read; without them its windows are taken for
 * whole.
 */
const limit = 3_000

/**
 * Whether this page loses its windows. No script can see the page's headers, so they are asked for
 * once more: from the browser's cache, or by HEAD. A page inside of another is ruled by the outer
 * one, and could not leave for another page anyway.
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
    // offline, or refused by the site's own server or policy: the window says what is wrong
    return false
  }
}
