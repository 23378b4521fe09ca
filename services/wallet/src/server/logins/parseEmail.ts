import { domainToASCII } from 'node:url'
import { emailAddress } from '@latchkey/protocol/counts'
import { Refusal } from '../refusal.ts'

/**
 * An e-mail address in the form in which it is stored and found: trimmed, in lower case, the domain
 * in its ASCII form. No provider in use distinguishes the case of the local part, so two spellings
 * of an address are one user. Quoted local parts and numeric hosts are refused. RFC 5321, 5322
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
