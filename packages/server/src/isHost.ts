import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * Whether a text is `host` or `host:port` and no more of a URL. The host is a name, an IPv4
 * address, or an IPv6 address in brackets.
 */
export function isHost(text: string): boolean {
  return (
    /^(?:[^\s:/@?#\\[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) &&
    readUrl(`http://${text}`) !== undefined
  )
}
