import type { Provider } from './identity.ts'
import type { LoginSecrets } from './createCompanies.ts'

/** The path to which a company sends the visitor back. */
export const callbackPath = (provider: Provider | ':provider') =>
  `/social/callback/${provider}` as const

/**
 * The sealed data of an attempt: the secrets that check the company's answer, and the address of
 * the site if the whole page returns there.
 */
export type SocialSecrets = LoginSecrets & { returnTo: string | null }
