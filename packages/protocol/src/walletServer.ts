/**
 * The embedded wallet's server, as the frame calls it: one entry for each path, all POST with a
 * JSON body, under `/v1/`. docs/contracts/wallet-server.md#requests
 *
 * The frame makes a P-256 key pair whose private key cannot leave its browser, and signs every
 * request with it: a header `DPoP` (RFC 9449: `htm`, `htu`, `iat`, `jti`, and `bh`, the base64url
 * SHA-256 of the body). That key is the device; there is no token that could be stolen. The server
 * identifies a device by its key's thumbprint (RFC 7638). `/v1/rpc` (JSON-RPC 2.0 for the
 * operator's nodes) has no entry here, because it needs neither proof nor login. Errors: status and
 * `{ error: code, … }`.
 */
import { locales } from './locale.ts'
import * as v from 'valibot'
import { emailAddress } from './counts.ts'
import { readUrl } from './readUrl.ts'
import { walletSocials } from './socials.ts'
import { walletAddresses } from './walletAddresses.ts'

export type { WalletAddresses } from './walletAddresses.ts'

export { codeTries } from './counts.ts'

/** Milliseconds for which a code and a link are valid. */
export { codeLife } from './times.ts'
/** Milliseconds by which the clocks of frame and server may differ. */
export const proofSkew = 60_000

/** One path. `needsLogin`: the device must have logged in, else 401 `loginRequired`. */
export type WalletCall<
  params extends v.GenericSchema = v.GenericSchema,
  result extends v.GenericSchema = v.GenericSchema,
> = { path: `/v1/${string}`; params: params; result: result; needsLogin: boolean }

/*@__NO_SIDE_EFFECTS__*/
function call<const params extends v.GenericSchema, const result extends v.GenericSchema>(
  path: `/v1/${string}`,
  params: params,
  result: result,
  needsLogin = true,
) {
  return { path, params, result, needsLogin } as const satisfies WalletCall
}

const nothing = v.strictObject({})
const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const base64url = (max: number) => v.pipe(text(max), v.regex(/^[\w-]+$/))
/**
 * A share of the phrase in base64url: 17 bytes for a phrase of 12 words, up to 33 for one of 24.
 */
const share = base64url(64)
const uuid = v.pipe(v.string(), v.uuid())
const code = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** Scheme, host and port, in a browser's notation. */
const origin = v.pipe(
  text(256),
  v.check((text) => readUrl(text)?.origin === text, 'Expected an origin'),
)
const email = v.pipe(v.string(), v.minLength(3), v.maxLength(emailAddress))
/**
 * The methods to recover a phrase on a browser that has none of its shares. The operator chooses
 * which are offered.
 */
export const recoveryMethods = ['vault', 'password', 'passkey'] as const
export type RecoveryMethod = (typeof recoveryMethods)[number]

/**
 * The recovery share, encrypted so that the server alone cannot read it.
 * - `password`: AES-256-GCM under the second half of Argon2id(password, salt), 64 bytes. `proof` is
 * the first half, which the server stores hashed and checks.
 * - `vault`: to the vault's public key.
 * - `passkey`: as `password`, with 64 bytes derived from the PRF output of a credential. The proof
 * protects the server's share; without it, the server's share would be enough for a thief with a
 * device's share.
 */
const recoveryShare = v.variant('method', [
  v.strictObject({
    method: v.literal('password'),
    salt: base64url(64),
    proof: base64url(64),
    blob: base64url(1_024),
  }),
  v.strictObject({ method: v.literal('vault'), blob: base64url(1_024) }),
  v.strictObject({
    method: v.literal('passkey'),
    credentialId: base64url(1_024),
    salt: base64url(64),
    proof: base64url(64),
    blob: base64url(1_024),
  }),
])
export type RecoveryShare = v.InferOutput<typeof recoveryShare>

/**
 * One split of the phrase, as the server stores it: its own share, and the recovery share of a
 * method. The device has the third share.
 */
const split = v.strictObject({ serverShare: share, recovery: recoveryShare })

/** A login method of an account. */
const loginMethod = v.picklist(['email', ...walletSocials, 'farcaster'])
export type WalletMethod = v.InferOutput<typeof loginMethod>

/**
 * The user of a device.
 * - `userId`: never changes; the vault's envelope is bound to it
 * - `email`: the address for mails to the owner, trimmed, in lower case: the account's own (then
 * `email` is one of the `ways`), else one that a company has verified; null if there is none
 * - `userName`: the user name at the company with which this device logged in
 * - `ways`: all login methods of the account
 * - `loginAt`: the start of this login, milliseconds since 1970
 */
const user = v.object({
  userId: uuid,
  email: v.nullable(email),
  userName: v.nullable(text(254)),
  ways: v.pipe(v.array(loginMethod), v.readonly()),
  addresses: v.nullable(walletAddresses),
  loginAt: v.optional(v.number()),
})
export type WalletUser = v.InferOutput<typeof user>

/** The language of the site, used for later mails and pages of this device. @default English */
const locale = v.optional(v.picklist(locales))

/**
 * Begins a login. The answer does not depend on whether the address has an account.
 * - `connected`: this device is logged in with the address already. Never with `isNew`, with which
 * the frame requires a code on a site that has no part in that login.
 * - 429 `emailCooldown` with `seconds`, or `tooManyRequests`: a device that has logged in with the
 * address before has its own quota.
 * - `projectId` is that of the frame's page, `origin` that of the site which the frame pinned:
 * mails and the list of devices name it. 403 `originRefused` if the project has no such site.
 * - `place`: where the visitor types the code, for the mail: in the wallet's own window, or in a
 * page of the site (the default).
 */
export const startEmail = call(
  '/v1/email',
  v.strictObject({
    email,
    projectId: v.nullable(text(128)),
    origin,
    locale,
    isNew: v.optional(v.boolean()),
    place: v.optional(v.picklist(['window', 'page'])),
  }),
  v.object({ action: v.picklist(['otp', 'connected']) }),
  false,
)
/**
 * The result of a proved login.
 * - `connected`: with the user if that saves a request
 * - `device`: a link was mailed, because the account is new to this device, and has an address
 * - `join`: no account has this login yet, but an account that `ways` open has the same verified
 * address. The two are joined only after the visitor has agreed (`join`) and has opened that
 * account.
 */
const outcome = v.variant('action', [
  v.object({ action: v.literal('connected'), user: v.optional(user) }),
  v.object({ action: v.literal('device') }),
  v.object({ action: v.literal('join'), ways: v.pipe(v.array(loginMethod), v.readonly()) }),
])
export type LoginOutcome = v.InferOutput<typeof outcome>

/**
 * Checks the code. It is valid only for the site for which the login began (`origin`). After a lost
 * answer, the same call gets the same answer.
 * - `action` `device`: the address has an account, and this device has not logged in to it for 90
 *   days. A link was mailed. The same code mails another after 30 s, while the code has tries.
 * - 400 `codeWrong` with `left`, `codeExpired`, `codeSpent`
 */
export const checkOtp = call(
  '/v1/otp',
  v.strictObject({ otp: code, origin: v.optional(origin) }),
  outcome,
  false,
)
/**
 * Begins a login at a company. A login that waits to be joined is dropped when another begins,
 * except for `toJoin`, which has to open the account that it joins.
 * - `uri`: the company's page. It redirects to this service, which proves the login there, and
 * gives its page `result`, once.
 * - `returnTo`: a URL of the site to which the whole page returns if there is no window, with the
 * result in its fragment: `origin` and a path, in a browser's notation, without a query.
 * - 400 `methodNotOffered`; 403 `originRefused`
 */
export const startSocial = call(
  '/v1/social',
  v.strictObject({
    provider: v.picklist(walletSocials),
    projectId: v.nullable(text(128)),
    origin,
    returnTo: v.optional(text(2_048)),
    locale,
    toJoin: v.optional(v.boolean()),
  }),
  v.object({ id: uuid, uri: text(4_096) }),
  false,
)
/**
 * Ends a login at a company, only for the device that began it, and for the site of its beginning
 * (`origin`). The same call again gives the same answer.
 * - 400 `codeExpired` for a result that does not exist (any more), `socialRefused` if the visitor
 * or the company refused, `methodNotOffered` for a new account without an address if only the vault
 * recovers
 * - 429 `tooManyRequests` when too many links were mailed to the owner
 */
export const finishSocial = call(
  '/v1/social/finish',
  v.strictObject({ id: uuid, result: base64url(64), origin: v.optional(origin) }),
  outcome,
  false,
)
/**
 * Begins a login by Farcaster: a link that a phone scans or opens. A login that waits to be joined
 * is dropped. 400 `methodNotOffered`, 503 `unavailable` without Farcaster's relay.
 */
export const startFarcaster = call(
  '/v1/farcaster',
  v.strictObject({ projectId: v.nullable(text(128)), origin, locale }),
  v.object({ uri: text(4_096), expiresAt: v.number() }),
  false,
)
/**
 * Waits up to 25 s until the login was approved in Farcaster, for the site of the login (`origin`).
 * The errors of `finishSocial`; 503 `unavailable` without Farcaster's relay.
 */
export const waitForFarcaster = call(
  '/v1/farcaster/wait',
  v.strictObject({ origin: v.optional(origin) }),
  v.variant('action', [v.object({ action: v.literal('waiting') }), ...outcome.options]),
  false,
)
/**
 * The visitor's answer to `join`. It counts for the site whose login waits (`origin`); another site
 * ends nothing. 400 `codeExpired` if nothing waits to be joined.
 * - `false`: a new account; the answer is `connected`.
 * - `true`: the account's owner has to open it now. If it has an address, a code is mailed there
 * (`otp`; the same call mails another after 30 s), and `checkOtp` ends it. Otherwise `startSocial`
 * with one of its ways does.
 * - `null`: neither. The login is dropped (`ended`), and so is the code or link that was to open
 * the account.
 */
export const answerJoin = call(
  '/v1/join',
  v.strictObject({ join: v.nullable(v.boolean()), origin: v.optional(origin) }),
  v.object({ action: v.picklist(['connected', 'otp', 'social', 'ended']) }),
  false,
)

/**
 * Waits up to 25 s for the link to be approved. `origin`: of the site of the login; a login on
 * another site does not count. 400 `codeExpired`, `deviceRefused`.
 */
export const waitForDevice = call(
  '/v1/device',
  v.strictObject({ origin: v.optional(origin) }),
  v.object({ status: v.picklist(['waiting', 'connected']) }),
  false,
)
/** The user of this device. `addresses` is null until the account is made. */
export const getSession = call('/v1/session', nothing, user)
export const endSession = call('/v1/sign-out', nothing, nothing)
/**
 * Makes the user's account, once: 409 `accountExists`. The frame names the split, and stores its
 * own share under that name before it calls. The same call again, after a lost answer, gives the
 * same answer. All other devices of the user are logged out, and are new to the account. 400
 * `methodNotOffered` for a recovery method that the operator does not offer, and for a share that
 * the vault cannot open.
 */
export const createAccount = call(
  '/v1/account',
  v.strictObject({ setId: uuid, addresses: walletAddresses, split }),
  v.object({ setId: uuid }),
)
/**
 * Stores a further split of the same phrase, for this device, under a name that the frame chose. It
 * ends this device's earlier split, and the earlier recovery by the same method.
 * - 409 `accountDiffers` for other addresses
 * - 403 `notRecovered` for a device that neither has a split nor has recovered: it does not know
 * the phrase, and would replace a valid split with a useless one
 * - 400 as for `createAccount`
 */
export const addSplit = call(
  '/v1/splits',
  v.strictObject({ setId: uuid, addresses: walletAddresses, split }),
  v.object({ setId: uuid }),
)
/** The server's share of this device's split. 404 `shareMissing`. */
export const getShare = call(
  '/v1/share',
  v.strictObject({ setId: uuid }),
  v.object({ serverShare: share }),
)
/**
 * The methods to recover the account on this device. `readyAt`: the time at which the vault opens,
 * milliseconds since 1970; null before the owner was notified of the request. `salt` belongs to the
 * password.
 */
export const listRecovery = call(
  '/v1/recovery',
  nothing,
  v.object({
    methods: v.array(
      v.object({
        method: v.picklist(recoveryMethods),
        setId: uuid,
        salt: v.nullable(base64url(64)),
        credentialId: v.nullable(base64url(1_024)),
        readyAt: v.nullable(v.number()),
      }),
    ),
  }),
)
/**
 * Requests that the vault opens. The owner gets a mail with a link to refuse, which signs this
 * device out. The vault opens for this device after the operator's delay, for three days. The delay
 * begins when the mail server has accepted the mail; 503 `unavailable` until then, and a repetition
 * mails again. 404 `shareMissing` without a share in the vault.
 */
export const askVault = call('/v1/recovery/ask', nothing, v.object({ readyAt: v.number() }))
/**
 * Both shares of a split. `password` and `passkey` need their `proof` (403 `proofWrong`, 429
 * `tooManyRequests`) and give the encrypted share; `vault` gives the share itself once its delay is
 * over (403 `vaultClosed`). 404 `shareMissing`.
 */
export const recover = call(
  '/v1/recovery/open',
  v.strictObject({ setId: uuid, proof: v.optional(base64url(64)) }),
  v.object({
    serverShare: share,
    recoveryShare: v.optional(share),
    blob: v.optional(base64url(1_024)),
  }),
)
/**
 * The user's devices, until they are removed. `status`: `in` is logged in; `out` is signed out, and
 * its share is usable again as soon as it logs in. Times in milliseconds since 1970.
 */
export const listDevices = call(
  '/v1/devices',
  nothing,
  v.object({
    devices: v.array(
      v.object({
        id: uuid,
        status: v.picklist(['in', 'out']),
        name: text(128),
        origin: v.string(),
        createdAt: v.number(),
        usedAt: v.number(),
        isThis: v.boolean(),
      }),
    ),
  }),
)
/**
 * Signs a device out. Its share of the phrase is useless from then on, and the owner gets a mail.
 * 403 `notRecovered` for a device that does not know the phrase, if the removed device does. 404
 * `notFound`.
 */
export const removeDevice = call('/v1/devices/remove', v.strictObject({ id: uuid }), nothing)

/**
 * Begins to change the address of the account, or to give it a first one.
 * - `primary`: a code was mailed to the owner's current address (`email` of `getSession`)
 * - `secondary`: a code was mailed to the new address, because there is no other yet
 * - 429 `emailCooldown` and `tooManyRequests` as for a login
 *
 * Whether the new address has an account already is reported only after its code was typed.
 */
export const startEmailChange = call(
  '/v1/email-change',
  v.strictObject({ email }),
  v.object({ action: v.picklist(['primary', 'secondary']) }),
)
/**
 * Checks the code of the current address, and mails one to the new address. The same code mails
 * another after 30 s. 400 `codeWrong` with `left`, `codeExpired`, `codeSpent`; 429 as for
 * `startEmailChange`, for the new address.
 */
export const checkPrimaryOtp = call(
  '/v1/email-change/primary',
  v.strictObject({ otp: code }),
  nothing,
)
/**
 * Checks the code of the new address. The old address gets a mail. The same errors, and 409
 * `emailTaken` if another account has the address.
 */
export const checkSecondaryOtp = call(
  '/v1/email-change/secondary',
  v.strictObject({ otp: code }),
  v.object({ email }),
)
/**
 * Begins to delete the account: mails a code to the owner; `none` if no address of the owner is
 * known. 403 `notRecovered` for a device that does not know the phrase.
 */
export const startDeletion = call(
  '/v1/account/delete',
  nothing,
  v.object({ action: v.picklist(['otp', 'none']) }),
)
/**
 * Deletes the account and all of its stored data for ever. It has the errors of a code. An account
 * without an address needs a login of the last five minutes: 403 `loginTooOld`.
 */
export const confirmDeletion = call(
  '/v1/account/delete/confirm',
  v.strictObject({ otp: v.optional(code) }),
  nothing,
)
/** The kinds of events of an account that its owner can read. */
export const auditKinds = [
  'login',
  'signOut',
  'accountMade',
  'deviceRemoved',
  'recoverySet',
  'recovered',
  'vaultAsked',
  'vaultRefused',
  'emailChanged',
  'wayJoined',
  'exported',
] as const
export type AuditKind = (typeof auditKinds)[number]
/**
 * The newest 100 events of the last year, max 20 of a kind, newest first. `detail`: a login method,
 * a recovery method, a kind of export, or the removed browser. Times in milliseconds since 1970.
 */
export const listAudit = call(
  '/v1/audit',
  nothing,
  v.object({
    entries: v.array(
      v.object({
        kind: v.picklist(auditKinds),
        at: v.number(),
        browser: text(128),
        origin: v.string(),
        detail: v.nullable(text(64)),
        isThis: v.boolean(),
      }),
    ),
  }),
)
/** Reports that the visitor saw or saved a key, because the server can't see this event itself. */
export const noteExport = call(
  '/v1/audit/export',
  v.strictObject({ kind: v.picklist(['phrase', 'privateKey', 'keystore']) }),
  nothing,
)

/**
 * The codes of errors, in addition to those at each path. `invalidRequest` and `emailInvalid` 400,
 * `proofInvalid` and `loginRequired` 401, `notFound` 404, `methodNotAllowed` 405, `tooLarge` 413,
 * `internal` 500, `unavailable` 503 (try again). `originRefused` also answers a request of a
 * foreign page.
 */
export const walletErrorCodes = [
  'invalidRequest',
  'emailInvalid',
  'codeWrong',
  'codeExpired',
  'codeSpent',
  'deviceRefused',
  'methodNotOffered',
  'proofInvalid',
  'loginRequired',
  'originRefused',
  'notRecovered',
  'proofWrong',
  'vaultClosed',
  'socialRefused',
  'emailTaken',
  'loginTooOld',
  'notFound',
  'shareMissing',
  'methodNotAllowed',
  'accountExists',
  'accountDiffers',
  'tooLarge',
  'emailCooldown',
  'tooManyRequests',
  'internal',
  'unavailable',
] as const
export type WalletErrorCode = (typeof walletErrorCodes)[number]
/**
 * The body of an error. `seconds`: the time to wait, with `emailCooldown` and `tooManyRequests`.
 * `left`: remaining tries of the code, with `codeWrong`.
 */
export const walletError = v.object({
  error: v.picklist(walletErrorCodes),
  seconds: v.optional(v.number()),
  left: v.optional(v.number()),
})
export type WalletError = v.InferOutput<typeof walletError>

/**
 * The login methods that the operator offers: `GET /v1/logins?projectId=`, for any origin, cached
 * for five minutes. A site reads it before it shows them. `approvals`: where the visitors of this
 * project approve, and log in. @default in the page
 */
export const walletLogins = v.object({
  email: v.boolean(),
  socials: v.array(v.picklist([...walletSocials, 'farcaster'])),
  approvals: v.optional(v.picklist(['page', 'window'])),
})
export type WalletLogins = v.InferOutput<typeof walletLogins>
/** The path of `walletLogins`. */
export const loginsPath = '/v1/logins'
/**
 * The message of the service's page at the end of a company's login. It goes to the frames of its
 * own origin in the page that opened it (`window.opener.frames`), so the site never gets `result`.
 * The site gets only `{ resultUri }`, at the exact origin that the frame pinned. `resultUri` is
 * `/social/done?id=` of this service, with `&error=socialRefused` after a refusal. The site may get
 * it before the frame does. `frames` contains no iframe of a shadow tree, so the frame's iframe has
 * to be a child of the document, for example a slotted one.
 */
export const socialResult = v.object({
  type: v.literal('@latchkey/social'),
  id: uuid,
  result: base64url(64),
})

/**
 * The settings that the server writes into the frame's page as JSON (`<script
 * type="application/json" id="settings">`), so that the first load is one request.
 */
export const frameSettings = v.object({
  projectId: v.nullable(v.string()),
  /** Origins of the sites that may embed the frame. `*`: any, for development only. */
  origins: v.array(v.string()),
  /** CAIP-2 networks whose nodes the server reaches, at `/v1/rpc?chainId=`. */
  networks: v.array(
    v.object({
      networkId: v.string(),
      name: v.string(),
      currency: v.object({ symbol: v.string(), decimals: v.number() }),
      explorer: v.optional(v.string()),
    }),
  ),
  recovery: v.array(v.picklist(recoveryMethods)),
  /** The vault's public key (JWK, P-256), if the vault is offered. */
  vaultKey: v.optional(
    v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
  ),
  /** Milliseconds that the vault waits. */
  vaultDelay: v.optional(v.number()),
  operator: v.string(),
  /**
   * Origins of the operator's own sites. On these the visitor approves in the page, elsewhere in
   * the wallet's own window.
   */
  own: v.array(v.string()),
})
export type FrameSettings = v.InferOutput<typeof frameSettings>
