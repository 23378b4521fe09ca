import type { Social } from './socials.ts'

/**
 * The login methods of a connector of the type `auth`.
 * - `areSocialsPending`: the service has not reported its companies yet. Until then, a list shows
 *   no companies, but a login by a company is tried
 * - `areSocialsUnavailable`: the service did not answer, so a list reserves no space for companies
 * - `approvals`: where the visitor approves requests. `window`: in the wallet's own window, where
 *   visitors also log in
 */
export type Logins = {
  email: boolean
  socials: readonly Social[]
  areSocialsPending?: boolean
  areSocialsUnavailable?: boolean
  approvals?: 'page' | 'window'
}

/** A login by the visitor's account at a company. */
export type SocialLogin = {
  social: Social
  /**
   * Where the company's page is shown. `window`: in a window that is opened during the visitor's
   * press. `redirect`: in this tab, which returns to the page's address; the kit then finishes the
   * login by itself.
   * @default `window`, and `redirect` in the built-in browsers of apps
   */
  mode?: 'window' | 'redirect'
}

/** The login method that a visitor chose: an e-mail address, or an account at a company. */
export type Login = { email: string } | SocialLogin
