/**
 * The messages that a site reads: READY, events, and one entry for each request, with the check of
 * its result. The parameters of each are in `frame.ts`.
 */
import { isNetworkId } from '../caip.ts'
import { emailAddress } from '../counts.ts'
import { isRecord } from '../isObject.ts'
import { defaultNamespace } from '../namespace.ts'
import type { WalletAddresses } from '../walletAddresses.ts'
import {
  anything,
  boolean,
  either,
  listOf,
  nothing,
  nullable,
  number,
  oneOf,
  shape,
  text,
} from './checks.ts'
import type { Check } from './checks.ts'
import type { FrameParams } from './frame.ts'
import { idLength } from './wire.ts'

/**
 * The time limit of a request (docs/contracts/frame.md#times): `connect` 30 s; `person` a minute
 * longer than a code is valid; `plain` 30 s, for requests that need no visitor.
 */
export type FrameWait = 'connect' | 'person' | 'plain'

/** One request of the site, in the form that the site sends. */
export type SiteMethod<name extends keyof FrameParams = keyof FrameParams, result = unknown> = {
  name: name
  isResult: Check<result>
  wait: FrameWait
}

/*@__NO_SIDE_EFFECTS__*/
function method<const name extends keyof FrameParams, result>(
  name: name,
  isResult: Check<result>,
  wait: FrameWait = 'plain',
): SiteMethod<name, result> {
  return { name, isResult, wait }
}

/** CAIP-2, and for eip155 the number alone. */
const chain = either(
  (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
  (value): value is string => isNetworkId(value),
)
const address = text(128)
/** One address a namespace. A newer frame may name namespaces that this version does not have. */
const addresses: Check<WalletAddresses> = (value): value is WalletAddresses =>
  isRecord(value) && address(value[defaultNamespace]) && Object.values(value).every(address)
const email: Check<string> = (value): value is string =>
  text(emailAddress)(value) && value.length >= 3
const accountType = oneOf('eoa', 'smartAccount')
/**
 * The next step. `VERIFY_DEVICE`: a link was mailed, because the login has an account and this
 * browser is new to it. `CONNECT`: no further step.
 */
const action = oneOf('VERIFY_DEVICE', 'CONNECT')

/**
 * Begins a login by e-mail. The answer does not depend on whether the address has an account:
 * - `VERIFY_OTP`: a code was mailed
 * - `CONNECT`: the user with this address has logged in on this site before, and still is logged in
 *
 * CONNECT_OTP, CONNECT_DEVICE, CONNECT_SOCIAL and CONNECT_FARCASTER finish only a login that the
 * same site has begun, the newest one in this browser; otherwise the error is `codeExpired`.
 * Errors: `emailCooldown`, `tooManyRequests`.
 */
export const connectEmail = method(
  'CONNECT_EMAIL',
  shape({ action: oneOf('VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT') }),
  'connect',
)
/**
 * Checks the code of the e-mail. A result without an action means `CONNECT`. Errors: `codeWrong`,
 * `codeExpired`, `codeSpent`.
 */
export const connectOtp = method('CONNECT_OTP', either(nothing, shape({ action })), 'connect')
/** Resolves when the mailed link was approved. Errors: `codeExpired`, `deviceRefused`. */
export const connectDevice = method('CONNECT_DEVICE', nothing, 'person')
/**
 * Begins a login at a company. The result is the company's page, for the window that the site
 * opened in the click. Errors: `loginNotOffered`.
 */
export const getSocialRedirectUri = method(
  'GET_SOCIAL_REDIRECT_URI',
  shape({ uri: text(4_096) }),
  'connect',
)
/**
 * Ends the login at a company. Errors: `codeExpired`, `socialRefused`, `socialUntrusted` for an
 * address that is not the wallet's.
 */
export const connectSocial = method('CONNECT_SOCIAL', shape({ action }), 'connect')
/**
 * Begins a login by Farcaster: a link that a phone scans or opens, until `expiresAt` (milliseconds
 * since 1970). Errors: `loginNotOffered`.
 */
export const getFarcasterUri = method(
  'GET_FARCASTER_URI',
  shape({ url: text(4_096) }, { expiresAt: number }),
  'connect',
)
/** Resolves when the login was approved in Farcaster. Errors: `codeExpired`, `socialRefused`. */
export const connectFarcaster = method(
  'CONNECT_FARCASTER',
  shape({}, { userName: nullable(text(254)), action }),
  'person',
)
/**
 * Changes the e-mail address of the account, once the visitor has consented in the frame.
 * `VERIFY_PRIMARY_OTP`: a code was mailed to the current address, or to the one that a company has
 * verified. Errors: those of CONNECT_EMAIL.
 */
export const updateEmail = method(
  'UPDATE_EMAIL',
  shape({ action: oneOf('VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP') }),
  'person',
)
/**
 * Checks the code of the current address, and mails one to the new address. Errors: those of
 * CONNECT_OTP.
 */
export const updateEmailPrimaryOtp = method('UPDATE_EMAIL_PRIMARY_OTP', nothing, 'connect')
/** Checks the code of the new address. Errors: those of CONNECT_OTP, and `emailTaken`. */
export const updateEmailSecondaryOtp = method(
  'UPDATE_EMAIL_SECONDARY_OTP',
  shape({ newEmail: email }),
  'connect',
)
/** Networks on which the wallet has smart accounts: none yet. */
export const getSmartAccountEnabledNetworks = method(
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  shape({ smartAccountEnabledNetworks: listOf(1_000, number) }),
)
/** Errors: `smartAccountMissing`. */
export const initSmartAccount = method(
  'INIT_SMART_ACCOUNT',
  shape({ address, isDeployed: boolean }),
)
/** Errors: `smartAccountMissing` for a smart account. */
export const setPreferredAccount = method(
  'SET_PREFERRED_ACCOUNT',
  shape({ type: accountType, address }),
)
/** Answers, then reloads the frame's page. */
export const reload = method('RELOAD', nothing)
/**
 * Reads the account.
 * - If the keys are not on this browser yet, the frame sends `SHOW` and guides the visitor first:
 * to protect a new account, or to recover an existing one. Then it answers.
 * - `message` and `signature`: the signed `siwxMessage`, if there was one.
 * - `addresses`: only if the browser stores nothing for the frame. After a reload the site has to
 * name them with RESUME.
 */
export const getUser = method(
  'GET_USER',
  shape(
    { address, chainId: chain },
    {
      email: nullable(email),
      userName: nullable(text(254)),
      accounts: listOf(10, shape({ address, type: accountType })),
      preferredAccountType: accountType,
      addresses,
      message: text(Infinity),
      signature: text(1_024),
    },
  ),
  'person',
)
export const isConnected = method('IS_CONNECTED', shape({ isConnected: boolean }))
export const signOut = method('SIGN_OUT', nothing)
export const getChainId = method('GET_CHAIN_ID', shape({ chainId: chain }))
/** Errors: `networkNotFound` for a network that the wallet does not serve. */
export const switchNetwork = method('SWITCH_NETWORK', shape({ chainId: chain }))
/**
 * One JSON-RPC call of an account. Methods that sign show the approval, and take as long as the
 * visitor needs. Errors: the codes of EIP-1193, with `code`.
 */
export const rpcRequest = method('RPC_REQUEST', anything, 'person')
/**
 * Aborts a request by its id, or all that wait for the visitor. They fail with "Request was
 * aborted".
 */
export const rpcAbort = method('RPC_ABORT', nothing)
export const syncTheme = method('SYNC_THEME', nothing)
export const syncDappData = method('SYNC_DAPP_DATA', nothing)
/**
 * Logs in within the wallet's own window, where the visitor types the code and makes or recovers
 * the account. Sites that are not the operator's own log in this way (`approvals` of READY).
 * Without an address or a company the visitor chooses there. A visitor who is already logged in to
 * the wallet only confirms that this site may see the account. Errors: 4001, and those of the other
 * logins. docs/contracts/frame.md#wallet-window
 */
export const connectWindow = method('CONNECT_WINDOW', shape({ action: oneOf('CONNECT') }), 'person')
/**
 * Names the account to a frame that can't know it: the browser stores nothing there, or the visitor
 * has logged in on the wallet's own page, in the site's tab. The frame accepts the account without
 * a proof, because it reports it only to this site, and every signature is approved in the wallet's
 * own window, which knows the real login. A frame with its own login, or one that approves in the
 * page, ignores it. docs/contracts/frame.md#stored-state
 */
export const resume = method('RESUME', shape({ isConnected: boolean }))
/**
 * Opens the wallet's own settings: devices, recovery, export; with `place: 'email'` at the change
 * of the e-mail address. Resolves when the visitor closes them.
 */
export const openSettings = method('OPEN_SETTINGS', nothing, 'person')

/** All requests of a site. */
export const siteMethods = [
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
/** The type of a method's result. */
type ResultOf<method> = method extends SiteMethod<keyof FrameParams, infer result> ? result : never
/** The result of each request, by its name. */
export type FrameResults = {
  [method in (typeof siteMethods)[number] as method['name']]: ResultOf<method>
}

const id = text(idLength)
/**
 * The answer to the site's hello, with a port, to the exact origin of the hello. `approvals`: where
 * the visitor approves. @default in the page
 * `namespaces`: those in which the wallet has accounts. @default `firstNamespaces`
 */
export const isFrameReady = shape({
  type: oneOf('@w3m-frame/READY'),
  nonce: id,
  payload: shape(
    { version: number },
    { approvals: oneOf('page', 'window'), namespaces: listOf(100, text(8)) },
  ),
})
/**
 * The answer to a request: its type is the request's name between `@w3m-frame/` and `_SUCCESS` or
 * `_ERROR`.
 */
export const isFrameAnswer = shape({ type: text(64), id }, { payload: anything })
/**
 * `message` is a sentence; `code` an entry of the kit's table of errors, or an EIP-1193 number;
 * `values` fill the sentence's placeholders, of which the site reads only `seconds`.
 */
export const isFrameError = shape(
  { message: text(1_024) },
  { code: either(number, text(64)), data: anything, values: shape({}, { seconds: number }) },
)

/**
 * An event that the frame sends on its own. docs/contracts/frame.md#events
 * - `SHOW`: the visitor has to see the frame now. `height` in CSS pixels at a width of 360; the
 * event is sent again when the height changes.
 * - `HIDE`: the frame has nothing more to show.
 * - `CHANGED`: the login has ended, or the account or the network has changed.
 * - `WINDOW`: the request continues in the wallet's own window. The site has to open it now, within
 * the visitor's press: `windowPath` of the wallet, with `?id=`. If the browser refuses it, the
 * frame offers a button. `request`: the id of the pending request. `here`: the visitor wants to
 * continue in this tab, because the browser has no windows; then the site leaves with it
 * (`redirectRequest`).
 */
export type FrameEvent =
  | { type: '@w3m-frame/SHOW'; payload: { height: number; title: string } }
  | { type: '@w3m-frame/HIDE' }
  | { type: '@w3m-frame/CHANGED'; payload: { isConnected: boolean } }
  | {
      type: '@w3m-frame/WINDOW'
      payload: { id: string; request?: string | undefined; here?: boolean | undefined }
    }

const height: Check<number> = (value): value is number =>
  number(value) && value >= 0 && value <= 10_000
const isShow = shape({
  type: oneOf('@w3m-frame/SHOW'),
  payload: shape({ height, title: text(128) }),
})
const isHide = shape({ type: oneOf('@w3m-frame/HIDE') })
const isChanged = shape({
  type: oneOf('@w3m-frame/CHANGED'),
  payload: shape({ isConnected: boolean }),
})
/** An id in the frame's own form, so that no other part of a URL can hide in it. */
const windowId: Check<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
const isWindow = shape({
  type: oneOf('@w3m-frame/WINDOW'),
  payload: shape({ id: windowId }, { request: id, here: boolean }),
})

/** The answer in the fragment of the site's URL after the return: to the request of that id. */
export const isRedirectAnswer = shape({ id }, { result: anything, error: isFrameError })
/** The result of a login after the return: the account, and the sign-in signed within the login. */
export const isRedirectLogin = shape(
  { action: oneOf('CONNECT'), addresses },
  { email: nullable(email), message: text(10_240), signature: text(8_192) },
)

/** Whether a message is one of these events. */
export const isFrameEvent: Check<FrameEvent> = either(
  either(isShow, isWindow),
  either(isHide, isChanged),
)

/**
 * Parameters as plain JSON, which can be posted. Quantities that sites pass as bigint become hex.
 * docs/contracts/frame.md#envelope
 */
export const toFramePayload = (params: unknown): unknown =>
  params === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(params, (_, value: unknown) =>
          typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
        ),
      )
