/** Headers of a request: those of fetch, of Next's `headers()`, or those of Node. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Which cookie holds the session: `__Host-` keeps it from other hosts of the domain, and needs
 * `Secure`, which browsers refuse over http. RFC 6265bis, 4.1.3
 */
export const cookieNameOf = (origin: string) =>
  origin.startsWith('https:') ? '__Host-siwx' : 'siwx'

/** A header's value; undefined where the request has none. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  // not the kind with `get`, just seen
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return typeof value === 'string' ? value : value?.join('; ')
}

/** All values that a request has for a cookie. */
export function cookiesOf(headers: HeadersLike, name: string): readonly string[] {
  const pairs = (headerOf(headers, 'cookie') ?? '').slice(0, 16_384).split(';')
  return pairs
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

/**
 * The header that sets the cookie of a session, or removes it. Scripts of the page cannot read it;
 * requests of other sites lack it, but for a link to this one.
 */
export function setCookie(origin: string, value: string, seconds: number): string {
  return [
    `${cookieNameOf(origin)}=${value}`,
    'Path=/',
    `Max-Age=${Math.max(0, Math.floor(seconds))}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
}
