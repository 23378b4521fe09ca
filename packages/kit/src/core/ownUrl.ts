/**
 * A URL that the site names; a path becomes one of the page's own origin. Without a page, as on a
 * server, it stays a path that cannot be requested.
 */
export function ownUrl(url: string): string {
  const origin = globalThis.location?.origin
  return url.startsWith('/') && origin?.startsWith('http') ? origin + url : url
}
