import { partsOf } from '@latchkey/protocol/isObject'
import { isEmail } from '../text/isEmail.ts'
import type { Kit } from '../kit/kit.ts'
import { isSocial } from '../contracts/socials.ts'
import type { Social } from '../contracts/socials.ts'
import { readStored, writeStored } from './storage.ts'
import { contextOf } from '../kit/context.ts'

/**
 * The method of the visitor's last login on this site, in this browser: by e-mail, or at a company.
 */
export type LoginMethod = 'email' | Social

/**
 * The method of the last login, which the list of methods marks. It does not identify the visitor,
 * so it stays after signing out.
 */
export function lastMethod(kit: Kit): LoginMethod | undefined {
  const { storage } = contextOf(kit)
  const method = readStored(storage.raw, 'last-login')
  return method === 'email' || isSocial(method) ? method : undefined
}

/** Stores the method of a login. */
export const rememberMethod = (kit: Kit, method: LoginMethod): void => {
  const { storage } = contextOf(kit)
  return writeStored(storage.raw, 'last-login', method)
}

/**
 * The e-mail address of the stored login on this site. Undefined after signing out, which deletes
 * the address.
 */
export function lastEmail(kit: Kit): string | undefined {
  const { storage } = contextOf(kit)
  const { email } = partsOf(readStored(storage.raw, 'embedded'))
  return typeof email === 'string' && isEmail(email) ? email : undefined
}
