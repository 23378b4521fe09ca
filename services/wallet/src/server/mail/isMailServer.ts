import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * Whether a text is the URL of a mail server, `smtp://…` or `smtps://…`, whose user name and
 * password can be decoded.
 */
export function isMailServer(text: string): boolean {
  const url = readUrl(text)
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) return false
  try {
    return [url.username, url.password].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false // a percent sign without an encoded byte
  }
}
