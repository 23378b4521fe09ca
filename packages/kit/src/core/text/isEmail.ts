import * as counts from '@latchkey/protocol/counts'

/**
 * Whether a text has the form of an e-mail address (RFC 5321). Only a delivered mail proves that
 * the address exists.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= counts.emailAddress &&
    /^[^\s@\p{C}]{1,64}@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u.test(text)
  )
}
