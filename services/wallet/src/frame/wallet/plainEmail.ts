import { fault } from '../bridge/Fault.ts'

/**
 * An e-mail address in the form that the server stores: trimmed, in lower case, with the domain in
 * its ASCII form, so that a look-alike of a known domain is visible. The visitor sees and confirms
 * exactly the text that is sent.
 * @throws Fault `emailInvalid`
 */
export function plainEmail(text: string): string {
  const [, local = '', domain = ''] =
    /^([^@]+)@([^@/?#:\\]+)$/.exec(text.trim().normalize('NFC').toLowerCase()) ?? []
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`
  } catch (cause) {
    throw fault('emailInvalid', { cause })
  }
}
