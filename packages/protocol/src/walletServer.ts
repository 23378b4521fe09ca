/**
 * The requests that the frame sends to the embedded wallet's server: one entry for each path. All
 * are POST with a JSON body, under `/v1/`. docs/contracts/wallet-server.md#requests
 *
 * The frame creates a P-256 key pair whose private key cannot leave the browser. It signs every
 * request with this key, in a header `DPoP` (RFC 9449: `htm`, `htu`, `iat`, `jti`, and `bh`, the
 * base64url SHA-256 of the body). This key is what "device" means; there is no token that could be
 * stolen. The server identifies a device by the thumbprint of its key (RFC 7638). `/v1/rpc`
 * (JSON-RPC 2.0 for the operator's nodes) has no entry here, because it needs neither a signature
 * nor a login. Errors: a status, and `{ error: code, … }`.
 */
import { locales } from './locale.ts'
import * as v from 'valibot'
import { emailAddress } from './counts.ts'
import { readUrl } from './readUrl.ts'
import { walletSocials } from './socials.ts'
import { walletAddresses } from './walletAddresses.ts'

export type { WalletAddresses } from './walletAddresses.ts'

export { codeTries } from './counts.ts'

/** For this many milliseconds, a code and a link are valid. */
export { codeLife } from './times.ts'
/** By this many milliseconds, the clocks of frame and server may differ. */
export const proofSkew = 60_000

/** One path. `needsLogin`: the device must be logged in, otherwise 401 `loginRequired`. */
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
 * A share of the phrase in base64url: 17 bytes for a phrase of 12 words, up to 33 bytes for 24
 * words.
 */
const share = base64url(64)
const uuid = v.pipe(v.string(), v.uuid())
const code = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** Scheme, host and port, as a browser writes them. */
const origin = v.pipe(
  text(256),
  v.check((text) => readUrl(text)?.origin === text, 'Expected an origin'),
)
const email = v.pipe(v.string(), v.minLength(3), v.maxLength(emailAddress))
/**
 * The methods to recover a phrase in a browser that has no share of it. The operator chooses which
 * methods are offered.
 */
export const recoveryMethods = ['vault', 'password', 'passkey'] as const
export type RecoveryMethod = (typeof recoveryMethods)[number]

/**
 * The recovery share, encrypted so that the server alone cannot read it.
 * - `password`: AES-256-GCM with the second half of Argon2id(password, salt), 64 bytes. `proof` is
 *   the first half; the server stores its hash and checks it.
 * - `vault`: encrypted to the vault's public key.
 * - `passkey`: like `password`, with 64 bytes derived from the PRF output of a credential. The
 *   proof protects the server's share. Without a proof, a thief with a device's share would only
 *   need the server's share.
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
 * One split of the phrase, as the server stores it: the server's share, and the recovery share of
 * one method. The device stores the third share.
 */
const split = v.strictObject({ serverShare: share, recovery: recoveryShare })

/** A method to log in to an account. */
const loginMethod = v.picklist(['email', ...walletSocials, 'farcaster'])
export type WalletMethod = v.InferOutput<typeof loginMethod>

/**
 * The user of a device.
 * - `userId`: never changes; the vault's envelope is bound to it
 * - `email`: the address for mails to the owner, trimmed, in lower case. It is the account's own
 *   address (then `email` is one of the `ways`), or else one that a company has verified; null if
 *   there is none
 * - `userName`: the user name at the company with which this device logged in
 * - `ways`: all methods to log in to the account
 * - `loginAt`: when this login began, milliseconds since 1970
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

/** The language of the site. Later mails and pages for this device use it. @default English */
const locale = v.optional(v.picklist(locales))

/**
 * Begins a login. The answer does not reveal whether the address has an account.
 * - `connected`: this device is already logged in with this address. With `isNew` this is never the
 *   answer: the frame sets it on a site that had no part in that login, so a code is required
 *   there.
 * - 429 `emailCooldown` with `seconds`, or `tooManyRequests`. A device that has logged in with the
 *   address before has its own quota.
 * - `projectId` is the project of the frame's page, `origin` the site that the frame pinned: mails
 *   and the list of devices name it. 403 `originRefused` if the project has no such site.
 * - `place`: where the visitor types the code; the mail says it. In the wallet's own window, or in
 *   a page of the site (the default).
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
 * The result of a login that has been proved.
 * - `connected`: the login is complete; it contains the user if that saves a request
 * - `device`: a link was mailed, because the account is new to this device, and has an address
 * - `join`: no account has this login yet, but another account has the same verified address;
 *   `ways` are the methods to log in to it. The two are joined only after the visitor has agreed
 *   (`join`) and has logged in to that account.
 */
const outcome = v.variant('action', [
  v.object({ action: v.literal('connected'), user: v.optional(user) }),
  v.object({ action: v.literal('device') }),
  v.object({ action: v.literal('join'), ways: v.pipe(v.array(loginMethod), v.readonly()) }),
])
export type LoginOutcome = v.InferOutput<typeof outcome>

/**
 * Checks the code. It is valid only for the site on which the login began (`origin`). If an answer
 * was lost, the same call gets the same answer again.
 * - `action` `device`: the address has an account to which this device has not logged in for 90
 *   days. A link was mailed. After 30 s, the same code mails another link, while the code has
 *   tries.
 * - 400 `codeWrong` with `left`, `codeExpired`, `codeSpent`
 */
export const checkOtp = call(
  '/v1/otp',
  v.strictObject({ otp: code, origin: v.optional(origin) }),
  outcome,
  false,
)
/**
 * Begins a login at a company. A login that waits to be joined is dropped when another login
 * begins, except with `toJoin`: that login has to open the account to be joined.
 * - `uri`: the company's page. It redirects to this service, which proves the login there, and
 *   gives its page the `result`, once.
 * - `returnTo`: if the browser has no windows, the whole page returns to this URL of the site, with
 *   the result in its fragment. It is `origin` and a path, as a browser writes them, without a
 *   query.
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
 * Completes a login at a company. Only the device and the site (`origin`) that began it can do so.
 * The same call gives the same answer again.
 * - 400 `codeExpired` if the result does not exist (any more), `socialRefused` if the visitor or
 *   the company refused, `methodNotOffered` if a new account without an address could only be
 *   recovered by the vault
 * - 429 `tooManyRequests` if too many links were mailed to the owner
 */
export const finishSocial = call(
  '/v1/social/finish',
  v.strictObject({ id: uuid, result: base64url(64), origin: v.optional(origin) }),
  outcome,
  false,
)
/**
 * Begins a login with Farcaster. The answer has a link that a phone scans or opens. A login that
 * waits to be joined is dropped. 400 `methodNotOffered`; 503 `unavailable` if Farcaster's relay is
 * unavailable.
 */
export const startFarcaster = call(
  '/v1/farcaster',
  v.strictObject({ projectId: v.nullable(text(128)), origin, locale }),
  v.object({ uri: text(4_096), expiresAt: v.number() }),
  false,
)
/**
 * Waits up to 25 s until the visitor has approved the login in Farcaster. `origin` is the site of
 * the login. Errors as for `finishSocial`; 503 `unavailable` if Farcaster's relay is unavailable.
 */
export const waitForFarcaster = call(
  '/v1/farcaster/wait',
  v.strictObject({ origin: v.optional(origin) }),
  v.variant('action', [v.object({ action: v.literal('waiting') }), ...outcome.options]),
  false,
)
/**
 * The visitor's answer to `join`. It counts only for the site whose login waits (`origin`). 400
 * `codeExpired` if no login waits to be joined.
 * - `false`: makes a new account; the answer is `connected`.
 * - `true`: the account's owner has to log in to it now. If the account has an address, a code is
 *   mailed there (`otp`; after 30 s the same call mails another), and `checkOtp` completes it.
 *   Otherwise `startSocial` with one of its `ways` does.
 * - `null`: neither. The login is dropped (`ended`), and so is the code or link that would have
 *   opened the account.
 */
export const answerJoin = call(
  '/v1/join',
  v.strictObject({ join: v.nullable(v.boolean()), origin: v.optional(origin) }),
  v.object({ action: v.picklist(['connected', 'otp', 'social', 'ended']) }),
  false,
)

/**
 * Waits up to 25 s until the visitor has approved by the link. `origin`: the site of the login; a
 * login on another site does not count. 400 `codeExpired`, `deviceRefused`.
 */
export const waitForDevice = call(
  '/v1/device',
  v.strictObject({ origin: v.optional(origin) }),
  v.object({ status: v.picklist(['waiting', 'connected']) }),
  false,
)
/** Returns the user of this device. `addresses` is null until the account is made. */
export const getSession = call('/v1/session', nothing, user)
export const endSession = call('/v1/sign-out', nothing, nothing)
/**
 * Makes the user's account, once: 409 `accountExists`. The frame chooses the split's id (`setId`),
 * and stores its own share under it before the call. If the answer was lost, the same call gives
 * the same answer. All other devices of the user are logged out and count as new to the account.
 * 400 `methodNotOffered` if the operator does not offer the recovery method, or the vault cannot
 * open the share.
 */
export const createAccount = call(
  '/v1/account',
  v.strictObject({ setId: uuid, addresses: walletAddresses, split }),
  v.object({ setId: uuid }),
)
/**
 * Stores another split of the same phrase for this device; the frame chooses its id. It replaces
 * this device's earlier split, and the earlier recovery by the same method.
 * - 409 `accountDiffers` if the addresses are others
 * - 403 `notRecovered` if the device neither has a split nor has recovered: it does not know the
 *   phrase, and would replace a valid split with a useless one
 * - 400 as for `createAccount`
 */
export const addSplit = call(
  '/v1/splits',
  v.strictObject({ setId: uuid, addresses: walletAddresses, split }),
  v.object({ setId: uuid }),
)
/** Returns the server's share of this device's split. 404 `shareMissing`. */
export const getShare = call(
  '/v1/share',
  v.strictObject({ setId: uuid }),
  v.object({ serverShare: share }),
)
/**
 * Lists the methods to recover the account on this device. `readyAt`: when the vault opens, in
 * milliseconds since 1970; null until the owner was notified of the request. `salt` belongs to the
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
 * Requests that the vault opens. The owner gets a mail with a link to refuse, which also logs this
 * device out. After the operator's delay, the vault is open to this device for three days. The
 * delay begins when the mail server has accepted the mail. Until then the answer is 503
 * `unavailable`, and a repetition sends the mail again. 404 `shareMissing` if the vault has no
 * share.
 */
export const askVault = call('/v1/recovery/ask', nothing, v.object({ readyAt: v.number() }))
/**
 * Returns the server's share and the recovery share of a split. `password` and `passkey` need their
 * `proof` (403 `proofWrong`, 429 `tooManyRequests`) and return the encrypted share. `vault` returns
 * the share itself after its delay (403 `vaultClosed`). 404 `shareMissing`.
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
 * Lists the user's devices that were not removed. `status`: `in` is logged in; `out` is logged out,
 * and its share can be used again as soon as it logs in. Times are in milliseconds since 1970.
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
 * Logs a device out and removes it. Its share of the phrase becomes useless, and the owner gets a
 * mail. 403 `notRecovered` if this device does not know the phrase but the removed device does. 404
 * `notFound`.
 */
export const removeDevice = call('/v1/devices/remove', v.strictObject({ id: uuid }), nothing)

/**
 * Begins to change the address of the account, or to give it a first address.
 * - `primary`: a code was mailed to the owner's current address (`email` of `getSession`)
 * - `secondary`: a code was mailed to the new address, because there is no current one
 * - 429 `emailCooldown` and `tooManyRequests` as for a login
 *
 * Whether the new address already has an account is revealed only after its code was typed.
 */
export const startEmailChange = call(
  '/v1/email-change',
  v.strictObject({ email }),
  v.object({ action: v.picklist(['primary', 'secondary']) }),
)
/**
 * Checks the code that was mailed to the current address, and mails a code to the new address.
 * After 30 s, the same code mails another. 400 `codeWrong` with `left`, `codeExpired`, `codeSpent`;
 * 429 as for `startEmailChange`, for the new address.
 */
export const checkPrimaryOtp = call(
  '/v1/email-change/primary',
  v.strictObject({ otp: code }),
  nothing,
)
/**
 * Checks the code that was mailed to the new address. The old address gets a mail. Errors as for
 * `checkPrimaryOtp`, and 409 `emailTaken` if another account has the address.
 */
export const checkSecondaryOtp = call(
  '/v1/email-change/secondary',
  v.strictObject({ otp: code }),
  v.object({ email }),
)
/**
 * Begins to delete the account: mails a code to the owner. The answer is `none` if no address of
 * the owner is known. 403 `notRecovered` if the device does not know the phrase.
 */
export const startDeletion = call(
  '/v1/account/delete',
  nothing,
  v.object({ action: v.picklist(['otp', 'none']) }),
)
/**
 * Deletes the account and all its stored data for ever. Errors as for a code. An account without an
 * address must have logged in within the last five minutes: 403 `loginTooOld`.
 */
export const confirmDeletion = call(
  '/v1/account/delete/confirm',
  v.strictObject({ otp: v.optional(code) }),
  nothing,
)
/** The kinds of events of an account. Its owner can read them. */
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
 * Lists up to 100 events of the last year, at most 20 of each kind, the newest first. `detail`: a
 * login method, a recovery method, a kind of export, or the removed browser. Times are in
 * milliseconds since 1970.
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
/** Reports that the visitor has seen or saved a key, because the server cannot notice it itself. */
export const noteExport = call(
  '/v1/audit/export',
  v.strictObject({ kind: v.picklist(['phrase', 'privateKey', 'keystore']) }),
  nothing,
)

/**
 * The codes of errors, besides those listed at each path: `invalidRequest` and `emailInvalid` 400,
 * `proofInvalid` and `loginRequired` 401, `notFound` 404, `methodNotAllowed` 405, `tooLarge` 413,
 * `internal` 500, `unavailable` 503 (try again). `originRefused` is also the answer to a request
 * from a foreign page.
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
 * The body of an error. `seconds`: how long to wait, with `emailCooldown` and `tooManyRequests`.
 * `left`: the remaining tries of the code, with `codeWrong`.
 */
export const walletError = v.object({
  error: v.picklist(walletErrorCodes),
  seconds: v.optional(v.number()),
  left: v.optional(v.number()),
})
export type WalletError = v.InferOutput<typeof walletError>

/**
 * The login methods that the operator offers: `GET /v1/logins?projectId=`, for any origin, cached
 * for five minutes. A site requests them before it shows logins. `approvals`: where the visitors of
 * this project approve and log in. @default in the page
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
 * The message that the service's page posts at the end of a company's login. It goes to the frames
 * of the service's origin in the page that opened it (`window.opener.frames`), so the site never
 * gets `result`. The site gets only `{ resultUri }`, posted to the exact origin that the frame
 * pinned. `resultUri` is `/social/done?id=` of this service, with `&error=socialRefused` after a
 * refusal. The site may get its message before the frame does. `frames` does not contain iframes in
 * a shadow tree, so the frame's iframe has to be a child of the document, such as a slotted one.
 */
export const socialResult = v.object({
  type: v.literal('@latchkey/social'),
  id: uuid,
  result: base64url(64),
})

/**
 * The settings that the server writes into the frame's page as JSON (`<script
 * type="application/json" id="settings">`). So the first load needs only one request.
 */
export const frameSettings = v.object({
  projectId: v.nullable(v.string()),
  /** The origins of the sites that may embed the frame. `*` means any, for development only. */
  origins: v.array(v.string()),
  /** The networks (CAIP-2) whose nodes the server reaches, at `/v1/rpc?chainId=`. */
  networks: v.array(
    v.object({
      networkId: v.string(),
      name: v.string(),
      currency: v.object({ symbol: v.string(), decimals: v.number() }),
      explorer: v.optional(v.string()),
      /** Whether the server reaches a bundler of the network, at `/v1/bundler?chainId=`. ERC-4337 */
      hasBundler: v.optional(v.boolean()),
    }),
  ),
  /**
   * The origins of the paymasters that the server calls for a site, at `/v1/paymaster?url=`.
   * ERC-7677 @default none
   */
  paymasters: v.optional(v.array(v.string())),
  /**
   * The URL of the operator's own paymaster, which may pay for the end of permissions. The frame
   * adds `chainId` (CAIP-2) and `projectId` to its query.
   */
  ownPaymaster: v.optional(v.string()),
  /** Whether the server knows prices, at `/v1/prices`. */
  hasPrices: v.optional(v.boolean()),
  recovery: v.array(v.picklist(recoveryMethods)),
  /** The public key of the vault (JWK, P-256), if the vault is offered. */
  vaultKey: v.optional(
    v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
  ),
  /** The delay of the vault in milliseconds. */
  vaultDelay: v.optional(v.number()),
  operator: v.string(),
  /**
   * The origins of the operator's own sites. On these sites the visitor approves in the page, on
   * others in the wallet's own window.
   */
  own: v.array(v.string()),
})
export type FrameSettings = v.InferOutput<typeof frameSettings>
