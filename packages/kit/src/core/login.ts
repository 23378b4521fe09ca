import type { Social } from './socials.ts'

/** What a connector of the type `auth` lets people in by. */
export type Logins = { email: boolean; socials: readonly Social[] }

/** The way in that a visitor took: an e-mail address, or an account with a company. */
export type Login = { email: string } | { social: Social }
