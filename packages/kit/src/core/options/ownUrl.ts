/**
 * A URL of the site's options. A path becomes a URL of the page's own origin. Without a page, as on
 * a server, it stays a path, which cannot be requested.
 */
export function ownUrl(url: string): string {
  const origin = globalThis.location?.origin
  return url.startsWith('/') && origin?.startsWith('http') ? origin + url : url
}
