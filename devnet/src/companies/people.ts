import { createHash } from 'node:crypto'

/** A person with accounts at the fake companies. */
export type Person = {
  key: string
  name: string
  userName: string
  email: string
  /** Whether companies report the address as verified. */
  isVerified: boolean
}

/**
 * The people among whom a visitor can choose, at every company. A person has the same e-mail
 * address at all companies.
 */
export const people: readonly Person[] = [
  {
    key: 'lena',
    name: 'Lena Marsh',
    userName: 'lenamarsh',
    email: 'lena.marsh@example.org',
    isVerified: true,
  },
  {
    key: 'noor',
    name: 'Noor Haddad',
    userName: 'noorh',
    email: 'noor@example.com',
    isVerified: true,
  },
  { key: 'sam', name: 'Sam Ode', userName: 'sam_ode', email: 'sam@example.net', isVerified: false },
]

/** The person with this key: one of the list, or a person with the e-mail address in the key. */
export function personOf(key: string): Person | undefined {
  const found = people.find((person) => person.key === key)
  if (found) return found
  const [, isVerified, email] = /^(verified|unverified):([^\s:@]+@[^\s:@]+)$/.exec(key) ?? []
  if (email === undefined) return undefined
  const userName = email.split('@')[0] ?? ''
  return { key, name: userName, userName, email, isVerified: isVerified === 'verified' }
}

/** The person that was chosen on the consent page, from the list or by a typed e-mail address. */
export function chosenIn(form: URLSearchParams): Person | undefined {
  const email = form.get('email')?.trim().toLowerCase() ?? ''
  return personOf(
    email === ''
      ? (form.get('person') ?? '')
      : `${form.get('verified') === null ? 'unverified' : 'verified'}:${email}`,
  )
}

/** The id of a person's account at a company. As at most companies, it has only digits. */
export const idAt = (company: string, { key }: Person): string =>
  String(createHash('sha256').update(`${company} ${key}`).digest().readUIntBE(0, 6))
