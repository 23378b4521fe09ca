import { createPrivateKey } from 'node:crypto'
import { readUrl } from '@latchkey/protocol/readUrl'
import { walletSocials } from '@latchkey/protocol/socials'
import type { RecoveryMethod } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { companies, companyName } from './companies.ts'

const isOwnMachine = (hostname: string) =>
  /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * An https URL, because a secret is sent to it. A URL of this machine may have http, for fake
 * companies.
 */
const endpoint = v.pipe(
  v.string(),
  v.maxLength(1_024),
  v.check((text) => {
    const url = readUrl(text)
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnMachine(url.hostname))
  }, 'Expected an https address'),
)
const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(512))

/**
 * Addresses that replace the company's own addresses: the addresses of a fake company, or of the
 * operator's own GitHub server.
 */
const endpoints = v.optional(
  v.strictObject({
    issuer: v.optional(endpoint),
    authorization: v.optional(endpoint),
    token: v.optional(endpoint),
    jwks: v.optional(endpoint),
    user: v.optional(endpoint),
    emails: v.optional(endpoint),
  }),
  {},
)
const client = v.optional(v.strictObject({ clientId: label, clientSecret: label, endpoints }))

const isEs256 = (pem: string) => {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/**
 * The companies whose accounts log in, with the credentials that each has given the operator.
 */
export const socialsSchema = v.optional(
  v.strictObject({
    google: client,
    x: client,
    discord: client,
    github: client,
    apple: v.optional(
      v.strictObject({
        /** The Services ID. */
        clientId: label,
        teamId: label,
        keyId: label,
        /** The text of the key's file, `.p8`. */
        privateKey: v.pipe(
          v.string(),
          v.check(isEs256, 'Expected the text of a private key of P-256 (PEM)'),
        ),
        endpoints,
      }),
    ),
    facebook: client,
  } satisfies Record<(typeof walletSocials)[number], v.GenericSchema>),
  {},
)

/** Companies that are set up. */
export type SocialOptions = v.InferOutput<typeof socialsSchema>

/**
 * Farcaster's relay, the domain that people's wallets show when they sign, and nodes of
 * Optimism, where Farcaster's registries are.
 */
export const farcasterSchema = v.optional(
  v.strictObject({
    relay: v.optional(endpoint, 'https://relay.farcaster.xyz'),
    domain: v.pipe(
      v.string(),
      v.regex(
        /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/,
        'Expected a host such as wallet.shop.example',
      ),
    ),
    rpcUrls: v.pipe(v.array(endpoint), v.minLength(1), v.maxLength(10)),
  }),
)

/**
 * Whether an account without an address could not be recovered, because the vault has to mail its
 * owner.
 */
export const needsEmail = ({ recovery }: { recovery: readonly RecoveryMethod[] }): boolean =>
  recovery.every((method) => method === 'vault')

/** The offered logins that never have an address, if every account needs one. */
export function withoutEmail(options: {
  recovery: readonly RecoveryMethod[]
  socials: SocialOptions
  farcaster?: unknown
}): string[] {
  if (!needsEmail(options)) return []
  const offered = walletSocials.filter(
    (provider) => options.socials[provider] && !companies[provider].providesEmail,
  )
  return [...offered.map(companyName), ...(options.farcaster ? ['Farcaster'] : [])]
}
