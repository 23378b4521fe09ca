import { domainToASCII } from 'node:url'
import { emailAddress } from '@latchkey/protocol/counts'
import { Refusal } from '../refusal.ts'

/**
 * An e-mail address as it is stored and found: trimmed, in lower case, the domain as its ASCII
 * form. The local part's case has no meaning at any provider that people use, so two spellings of
 * an address are one user. RFC 5321, 5322: quoted local parts and addresses of hosts by number are
 * not served.
 * @throws Refusal `emailInvalid`
 */
export function parseEmail(text: string): string {
  const [, local = '', domain = ''] =
    /^([^@]+)@([^@]+)$/.exec(text.trim().normalize('NFC').toLowerCase()) ?? []
  const host = domainToASCII(domain)
  const email = `${local}@${host}`
  const isFine =
    /^[^\s\p{C}"(),:;<>[\\\]@]{1,64}$/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    /^(?!.*\.\d+$)[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(host) &&
    !host.includes('..') &&
    host.includes('.')
  if (!isFine || email.length > emailAddress) throw new Refusal('emailInvalid')
  return email
}
