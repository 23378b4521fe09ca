import type { Social } from './socials.ts'

/** The login methods of a connector of the type `auth`. */
export type Logins = { email: boolean; socials: readonly Social[] }

/** The login method that a visitor chose: an e-mail address, or an account with a company. */
export type Login = { email: string } | { social: Social }
