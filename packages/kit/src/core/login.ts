import type { Social } from './socials.ts'

/**
 * The login methods of a connector of the type `auth`. `isUnheard`: its service has not said yet
 * which companies it takes; a list shows none, and a login by one is tried. `isSilent`: it was
 * asked and gave no answer, so no place is held for companies. `approvals`: in the wallet's own
 * window visitors log in there, too.
 */
export type Logins = {
  email: boolean
  socials: readonly Social[]
  areSocialsPending?: boolean
  areSocialsUnavailable?: boolean
  approvals?: 'page' | 'window'
}

/** A login by an account with a company. */
export type SocialLogin = {
  social: Social
  /**
   * Where the company's page is shown. `window`: a window that is opened in the visitor's press.
   * `redirect`: this tab, which comes back to the page's address; the kit then finishes the login
   * by itself. @default `window`, and `redirect` inside apps that show pages themselves
   */
  mode?: 'window' | 'redirect'
}

/** The login method that a visitor chose: an e-mail address, or an account with a company. */
export type Login = { email: string } | SocialLogin
