/**
 * The messages that the frame reads: the hello, and one entry for each request with the schema of
 * its parameters. The results and time limits of the requests are in `site.ts`.
 */
import * as v from 'valibot'
import { isNetworkId } from '../caip.ts'
import { emailAddress } from '../counts.ts'
import { walletSocials } from '../socials.ts'
import { idLength } from './wire.ts'
import { walletAddresses } from '../walletAddresses.ts'

/** One request of the site, as the frame reads it: its name and its parameters. */
export type FrameMethod<
  name extends string = string,
  params extends v.GenericSchema = v.GenericSchema,
> = { name: name; params: params }

/*@__NO_SIDE_EFFECTS__*/
function method<const name extends string, const params extends v.GenericSchema>(
  name: name,
  params: params,
) {
  return { name, params } as const satisfies FrameMethod
}

/** No parameters. If a site sends an object, it is ignored. docs/contracts/frame.md#requests */
const nothing = v.pipe(
  v.nullish(v.record(v.string(), v.unknown())),
  v.transform(() => undefined),
)
const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const email = v.pipe(v.string(), v.minLength(3), v.maxLength(emailAddress))
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** A CAIP-2 id. For eip155 a site may send only the number. */
const chain = v.union([
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  v.custom<string>(isNetworkId),
])
const accountType = v.picklist(['eoa', 'smartAccount'])
/**
 * A sign-in message that the frame signs with the account of a login that has just ended. The frame
 * replaces the placeholder `<<AccountAddress>>` with the address. Times are RFC 3339. CAIP-122;
 * docs/contracts/frame.md#account-requests
 */
const siwxMessage = v.object({
  chainId: chain,
  domain: text(512),
  uri: text(2_048),
  version: text(8),
  nonce: text(256),
  statement: v.nullish(text(2_048)),
  resources: v.nullish(v.array(text(2_048))),
  requestId: v.nullish(text(256)),
  issuedAt: v.nullish(text(64)),
  expirationTime: v.nullish(text(64)),
  notBefore: v.nullish(text(64)),
})

export const connectEmail = method('CONNECT_EMAIL', v.object({ email }))
/** `otp`: the mailed code. */
export const connectOtp = method('CONNECT_OTP', v.object({ otp }))
export const connectDevice = method('CONNECT_DEVICE', nothing)
/**
 * `returnTo`: a URL of the site (origin and path). If the browser has no windows, the page itself
 * goes to the company and returns there, with the fragment `latchkey-login=<resultUri>`.
 */
export const getSocialRedirectUri = method(
  'GET_SOCIAL_REDIRECT_URI',
  v.object({ provider: v.picklist(walletSocials), returnTo: v.optional(text(2_048)) }),
)
/**
 * `uri`: the `resultUri` of the login. The site gets it from the window's message, whose origin is
 * the wallet's, or from the fragment after the return.
 */
export const connectSocial = method(
  'CONNECT_SOCIAL',
  v.object({
    uri: text(4_096),
    preferredAccountType: v.optional(accountType),
    chainId: v.optional(chain),
  }),
)
export const getFarcasterUri = method('GET_FARCASTER_URI', nothing)
export const connectFarcaster = method('CONNECT_FARCASTER', nothing)
export const updateEmail = method('UPDATE_EMAIL', v.object({ email }))
/** `otp`: the code that was mailed to the current address. */
export const updateEmailPrimaryOtp = method('UPDATE_EMAIL_PRIMARY_OTP', v.object({ otp }))
/** `otp`: the code that was mailed to the new address. */
export const updateEmailSecondaryOtp = method('UPDATE_EMAIL_SECONDARY_OTP', v.object({ otp }))
export const getSmartAccountEnabledNetworks = method('GET_SMART_ACCOUNT_ENABLED_NETWORKS', nothing)
export const initSmartAccount = method('INIT_SMART_ACCOUNT', nothing)
export const setPreferredAccount = method('SET_PREFERRED_ACCOUNT', v.object({ type: accountType }))
export const reload = method('RELOAD', nothing)
/**
 * `siwxMessage`: a sign-in that the frame signs, once, as part of the login that has just ended on
 * this site. It must be a sign-in of this site and must grant nothing. Otherwise the result has no
 * signature, and the site requests one with RPC_REQUEST.
 */
export const getUser = method(
  'GET_USER',
  v.nullish(
    v.object({
      chainId: v.optional(chain),
      preferredAccountType: v.optional(accountType),
      siwxMessage: v.optional(siwxMessage),
    }),
  ),
)
export const isConnected = method('IS_CONNECTED', nothing)
export const signOut = method('SIGN_OUT', nothing)
export const getChainId = method('GET_CHAIN_ID', nothing)
export const switchNetwork = method('SWITCH_NETWORK', v.object({ chainId: chain }))
export const rpcRequest = method(
  'RPC_REQUEST',
  v.object({ method: text(64), params: v.optional(v.unknown()), chainId: v.optional(chain) }),
)
/** `id`: the request to abort. Without it, all requests that wait for the visitor are aborted. */
export const rpcAbort = method('RPC_ABORT', v.nullish(v.object({ id: v.optional(text(idLength)) })))
export const syncTheme = method(
  'SYNC_THEME',
  v.object({
    themeMode: v.optional(v.picklist(['light', 'dark'])),
    themeVariables: v.optional(v.record(text(64), v.union([text(256), v.number()]))),
  }),
)
/**
 * How the site describes itself. The frame shows the pinned origin, and beside it the site's name
 * as a mere claim.
 */
export const syncDappData = method(
  'SYNC_DAPP_DATA',
  v.object({
    projectId: text(128),
    metadata: v.optional(
      v.object({
        name: text(128),
        url: text(2_048),
        description: v.optional(text(512)),
        icons: v.optional(v.pipe(v.array(text(2_048)), v.maxLength(8))),
      }),
    ),
    sdkVersion: v.optional(text(32)),
    sdkType: v.optional(text(16)),
    locale: v.optional(text(16)),
  }),
)
/**
 * `place`: `email` opens the settings at the change of the e-mail address. A frame of an earlier
 * version opens the list instead. @default the list of settings
 */
export const openSettings = method(
  'OPEN_SETTINGS',
  v.nullish(v.object({ place: v.optional(v.picklist(['email'])) })),
)
export const resume = method(
  'RESUME',
  v.object({
    addresses: walletAddresses,
    email: v.nullish(email),
  }),
)
/**
 * `signIn`: whether the following GET_USER contains a sign-in. The wallet's window then announces
 * it to the visitor. After `false`, the window signs none. @default unknown: the window says that
 * there may be a sign-in
 */
export const connectWindow = method(
  'CONNECT_WINDOW',
  v.nullish(
    v.object({
      email: v.optional(email),
      social: v.optional(v.picklist([...walletSocials, 'farcaster'])),
      signIn: v.optional(v.boolean()),
    }),
  ),
)

/** All requests that a site may send. */
export const frameMethods = [
  connectEmail,
  connectOtp,
  connectDevice,
  getUser,
  isConnected,
  signOut,
  getChainId,
  switchNetwork,
  rpcRequest,
  rpcAbort,
  syncTheme,
  syncDappData,
  openSettings,
  connectWindow,
  resume,
  getSocialRedirectUri,
  connectSocial,
  getFarcasterUri,
  connectFarcaster,
  updateEmail,
  updateEmailPrimaryOtp,
  updateEmailSecondaryOtp,
  getSmartAccountEnabledNetworks,
  initSmartAccount,
  setPreferredAccount,
  reload,
] as const
/** The parameters of each request, by its name, as a site may send them. */
export type FrameParams = {
  [method in (typeof frameMethods)[number] as method['name']]: v.InferInput<method['params']>
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(idLength))
/** The first message of the site. It is posted to the frame's exact origin. */
export const frameHello = v.object({ type: v.literal('@latchkey/hello'), nonce: id })
/**
 * A request. `v` is the version of the protocol. The frame refuses another version with -32006, and
 * accepts a request without a version.
 */
export const frameRequest = v.object({
  type: v.pipe(v.string(), v.startsWith('@w3m-app/'), v.maxLength(64)),
  id,
  v: v.optional(v.number()),
  payload: v.optional(v.unknown()),
})

/**
 * A request that the site's tab carries to the wallet's own page, in a browser without windows.
 * docs/contracts/frame.md#wallet-page
 * - `id`: identifies the request, which runs only once
 * - `user`: the parameters of GET_USER after a login
 * - `dapp`, `theme`: the parameters of SYNC_DAPP_DATA and SYNC_THEME
 * - `returnTo`: origin and path of the site's page
 * - `until`: milliseconds since 1970; afterwards the site gets no answer
 */
export const redirectRequest = v.object({
  id: v.pipe(v.string(), v.uuid()),
  name: v.picklist([connectWindow.name, rpcRequest.name, openSettings.name]),
  payload: v.optional(v.unknown()),
  user: v.optional(v.unknown()),
  dapp: v.optional(v.unknown()),
  theme: v.optional(v.unknown()),
  returnTo: text(2_048),
  until: v.pipe(v.number(), v.safeInteger()),
})
export type RedirectRequest = v.InferOutput<typeof redirectRequest>
