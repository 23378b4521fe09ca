import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * Names of this machine. In development, a token may have another of these names than the Host
 * header.
 */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

/**
 * Makes the function that checks whether a token is meant for this relay. It compares only host and
 * port, because clients sign the address as their site wrote it, with or without a path.
 * docs/contracts/relay.md#token
 *
 * Without `publicUrls` the token has to name the host of the request's Host header. All names of
 * this machine are equal then, for development. With `publicUrls` the header is ignored.
 */
export function createAudience(
  publicUrls: readonly string[] | undefined,
): (host: string | undefined) => (audience: string) => boolean {
  const configured = publicUrls && oneOf(publicUrls.map(hostIn))
  if (configured) return () => configured
  // Every socket stores a reference to its function. Almost all clients use the same host, so the
  // last function is reused.
  let last = { host: '', accepts: oneOf([]) }
  return (host = '') => {
    if (host !== last.host) last = { host, accepts: oneOf([hostIn(`ws://${host}`)]) }
    return last.accepts
  }
}

function oneOf(hosts: readonly (string | undefined)[]): (audience: string) => boolean {
  const accepted = new Set(hosts)
  return (audience) => {
    const host = hostIn(audience)
    return host !== undefined && accepted.has(host)
  }
}

/** Host and port of an address. The ports 80 and 443 are left out. Undefined if it is no URL. */
function hostIn(address: string): string | undefined {
  const url = /^(?:wss?|https?):\/\//i.test(address) ? readUrl(address) : undefined
  if (!url) return undefined
  const { hostname, port } = url
  const written = port === '80' || port === '443' ? '' : port
  return `${loopback.has(hostname) ? 'localhost' : hostname}:${written}`
}
