/**
 * A URL of the site's options. A path becomes a URL of the page's own origin. On a server, where
 * there is no page, it stays a path, to which no request is possible.
 */
export function ownUrl(url: string): string {
  const origin = globalThis.location?.origin
  return url.startsWith('/') && origin?.startsWith('http') ? origin + url : url
}
