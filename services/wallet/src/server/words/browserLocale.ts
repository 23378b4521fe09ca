import { localeOf, type Locale } from '@latchkey/protocol/locale'

/**
 * The first supported language of a browser; null for none.
 * @param header `Accept-Language`, RFC 9110, section 12.5.4; browsers list the languages in
 *   order
 */
export function browserLocale(header: string | undefined): Locale | null {
  const tags = (header ?? '').slice(0, 256).split(',')
  return tags.map((tag) => localeOf((tag.split(';')[0] ?? '').trim())).find(Boolean) ?? null
}
