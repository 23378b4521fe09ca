/** Headers of a request: of fetch, of Next's `headers()`, or of Node. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The name of the session cookie. The prefix `__Host-` prevents other hosts of the domain from
 * setting this cookie. It needs the attribute `Secure`, which browsers refuse over http.
 * RFC 6265bis, 4.1.3
 */
export const cookieNameOf = (origin: string) =>
  origin.startsWith('https:') ? '__Host-siwx' : 'siwx'

/** The value of a header; undefined if the header is absent. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  // the cast: only headers without `get` come here
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return typeof value === 'string' ? value : value?.join('; ')
}

/** The values of all cookies with this name in a request. */
export function cookiesOf(headers: HeadersLike, name: string): readonly string[] {
  const pairs = (headerOf(headers, 'cookie') ?? '').slice(0, 16_384).split(';')
  return pairs
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

/**
 * The value of the header that sets or removes the session cookie. Scripts of the page can't read
 * this cookie. Browsers do not send it with requests from other sites, except when the visitor
 * follows a link.
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
