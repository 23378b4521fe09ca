import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * Whether a text is `host` or `host:port`: a name, an IPv4, or an IPv6 in brackets, and no other
 * part of a URL.
 */
export function isHost(text: string): boolean {
  return (
    /^(?:[^\s:/@?#\\[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) &&
    readUrl(`http://${text}`) !== undefined
  )
}
