import type { Provider } from './identity.ts'
import type { LoginSecrets } from './createCompanies.ts'

/** Where a company sends the visitor back. */
export const callbackPath = (provider: Provider | ':provider') =>
  `/social/callback/${provider}` as const

/**
 * What is sealed in an attempt: what the company's answer is checked with, and the address of the
 * site for a whole page that comes back.
 */
export type SocialSecrets = LoginSecrets & { returnTo: string | null }
