/** A URL that the site names: a path is one of the page's own origin. Without a page, as on a server, it stays a path, which nobody can ask. */
export function ownUrl(url: string): string {
  const origin = globalThis.location?.origin
  return url.startsWith('/') && origin?.startsWith('http') ? origin + url : url
}
