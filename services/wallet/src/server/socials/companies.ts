import type { WalletSocial } from '@latchkey/protocol/socials'
import * as v from 'valibot'

/**
 * The addresses of a company. `issuer` is compared with the issuer in the company's answers (RFC
 * 9207, ID tokens).
 */
export type Endpoints = {
  issuer: string
  authorization: string
  token: string
  /** The address of the keys that sign ID tokens. */
  jwks?: string
  user?: string
  emails?: string
}

/**
 * A person according to a company's answers, not cleaned yet. `email` is present only if the
 * company says that it has verified it.
 */
export type ReportedUser = {
  subject: string
  email?: string | undefined
  userName?: string | null | undefined
}

/** The answers of a login. */
export type Answers = {
  /**
   * Claims of the ID token, if there is one. Its signature, issuer, audience, time and nonce
   * have been checked.
   */
  claims: unknown
  /** Parameters that came back through the browser. */
  form: URLSearchParams
  /** Calls one of the company's endpoints as the person. @throws CompanyError */
  ask: (endpoint: 'user' | 'emails') => Promise<unknown>
}

/** The login with a company's accounts. */
export type Company = {
  name: string
  /** `oidc`: an ID token proves the person. `oauth`: an endpoint is called as the person. */
  kind: 'oidc' | 'oauth'
  endpoints: Endpoints
  scope: string
  /** Further parameters of the company's page. */
  parameters?: Readonly<Record<string, string>>
  /** How this service authenticates to the company: RFC 6749, section 2.3.1. */
  secretIn: 'header' | 'body'
  /**
   * Whether the company may give an address that it has verified. An account without such an
   * address needs a recovery that works without mail.
   */
  providesEmail: boolean
  /** @throws ValiError for an answer of another shape */
  read: (answers: Answers) => Promise<ReportedUser>
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(String))
const text = v.nullish(v.pipe(v.string(), v.maxLength(1_024)))
/** Apple also writes booleans of ID tokens as texts. */
const booleanText = v.nullish(v.union([v.boolean(), v.picklist(['true', 'false'])]))
const emailIf = (email: string | null | undefined, isVerified: unknown) =>
  email && (isVerified === true || isVerified === 'true') ? email : undefined

const claims = v.object({ sub: id, email: text, email_verified: booleanText, name: text })
const appleUser = v.object({ name: v.optional(v.object({ firstName: text, lastName: text })) })
const xUser = v.object({ data: v.object({ id, username: text }) })
const discordUser = v.object({ id, username: text, email: text, verified: v.nullish(v.boolean()) })
const githubUser = v.object({ id: number, login: text })
const githubEmails = v.pipe(
  v.array(
    v.object({
      email: v.pipe(v.string(), v.maxLength(1_024)),
      primary: v.boolean(),
      verified: v.boolean(),
    }),
  ),
  v.maxLength(500),
)
const facebookUser = v.object({ id, name: text })

/** Apple sends the name in its form, and only at the first consent. */
function appleName(form: URLSearchParams): string | undefined {
  try {
    const { name } = v.parse(appleUser, JSON.parse(form.get('user') ?? '{}'))
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ')
  } catch {
    return undefined // only the name is lost
  }
}

/** All companies. The facts are from their own documentation for developers. */
export const companies = {
  google: {
    name: 'Google',
    kind: 'oidc',
    scope: 'openid email profile',
    parameters: { prompt: 'select_account' },
    secretIn: 'body',
    providesEmail: true,
    endpoints: {
      issuer: 'https://accounts.google.com',
      authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      jwks: 'https://www.googleapis.com/oauth2/v3/certs',
    },
    async read({ claims: reported }) {
      const { sub, email, email_verified: isVerified, name } = v.parse(claims, reported)
      return { subject: sub, email: emailIf(email, isVerified), userName: name }
    },
  },
  x: {
    name: 'X',
    kind: 'oauth',
    scope: 'users.read tweet.read',
    secretIn: 'header',
    providesEmail: false,
    endpoints: {
      issuer: 'https://x.com',
      authorization: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      user: 'https://api.x.com/2/users/me',
    },
    async read({ ask }) {
      const { data } = v.parse(xUser, await ask('user'))
      return { subject: data.id, userName: data.username }
    },
  },
  discord: {
    name: 'Discord',
    kind: 'oauth',
    scope: 'identify email',
    secretIn: 'body',
    providesEmail: true,
    endpoints: {
      issuer: 'https://discord.com',
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      user: 'https://discord.com/api/v10/users/@me',
    },
    async read({ ask }) {
      const reported = v.parse(discordUser, await ask('user'))
      return {
        subject: reported.id,
        email: emailIf(reported.email, reported.verified),
        userName: reported.username,
      }
    },
  },
  github: {
    name: 'GitHub',
    kind: 'oauth',
    scope: 'read:user user:email',
    secretIn: 'body',
    providesEmail: true,
    endpoints: {
      issuer: 'https://github.com/login/oauth',
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      user: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
    async read({ ask }) {
      const reported = v.parse(githubUser, await ask('user'))
      const emails = v.parse(githubEmails, await ask('emails'))
      return {
        subject: reported.id,
        email: emails.find(({ primary, verified }) => primary && verified)?.email,
        userName: reported.login,
      }
    },
  },
  apple: {
    name: 'Apple',
    kind: 'oidc',
    scope: 'openid name email',
    parameters: { response_mode: 'form_post' },
    secretIn: 'body',
    providesEmail: true,
    endpoints: {
      issuer: 'https://appleid.apple.com',
      authorization: 'https://appleid.apple.com/auth/authorize',
      token: 'https://appleid.apple.com/auth/token',
      jwks: 'https://appleid.apple.com/auth/keys',
    },
    async read({ claims: reported, form }) {
      const { sub, email, email_verified: isVerified } = v.parse(claims, reported)
      return { subject: sub, email: emailIf(email, isVerified), userName: appleName(form) }
    },
  },
  facebook: {
    name: 'Facebook',
    kind: 'oauth',
    scope: 'public_profile',
    secretIn: 'body',
    providesEmail: false,
    endpoints: {
      issuer: 'https://www.facebook.com',
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      user: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    },
    async read({ ask }) {
      const reported = v.parse(facebookUser, await ask('user'))
      return { subject: reported.id, userName: reported.name }
    },
  },
} as const satisfies Record<WalletSocial, Company>

/** A company's name in its own spelling. */
export const companyName = (provider: WalletSocial | 'farcaster'): string =>
  provider === 'farcaster' ? 'Farcaster' : companies[provider].name
