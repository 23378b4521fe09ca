import { readUrl } from '../readUrl.ts'

const escaped = String.raw`%[\dA-Fa-f]{2}`
const unreserved = String.raw`A-Za-z\d\-._~!$&'()*+,;=`
const letter = `(?:[${unreserved}:@]|${escaped})`
const authority = String.raw`(?:(?:[${unreserved}:]|${escaped})*@)?(?:\[[\dA-Fa-f:.]+\]|(?:[${unreserved}]|${escaped})*)(?::\d*)?`
const path = `(?://${authority}(?:/${letter}*)*|/(?:${letter}+(?:/${letter}*)*)?|${letter}+(?:/${letter}*)*)?`
const whole = new RegExp(
  String.raw`^[A-Za-z][A-Za-z\d+.\-]*:${path}(?:\?(?:${letter}|[/?])*)?(?:#(?:${letter}|[/?])*)?$`,
)

/**
 * Whether a text is a URI with a scheme, and a browser can parse it. The browser's parser also
 * checks IPv6 addresses. RFC 3986, 3
 */
export function isUri(text: string): boolean {
  return whole.test(text) && readUrl(text) !== undefined
}

const label = String.raw`[A-Za-z\d](?:[A-Za-z\d\-]{0,61}[A-Za-z\d])?`
const hostAndPort = new RegExp(
  String.raw`^(?<host>${label}(?:\.${label})*|\[[\dA-Fa-f:.]+\])(?::(?<port>[1-9]\d{0,4}))?$`,
)

/**
 * Whether a text is the host of a site, with or without a port. Letters outside ASCII must be
 * punycode (`xn--…`). A user, a dot at the end, and an IP address that a browser would write
 * differently are refused. RFC 3986, 3.2; RFC 5891
 */
export function isSiteHost(text: string): boolean {
  const { host, port } = hostAndPort.exec(text)?.groups ?? {}
  return (
    host !== undefined &&
    Number(port ?? 1) <= 65_535 &&
    readUrl(`http://${host}`)?.hostname === host.toLowerCase()
  )
}
