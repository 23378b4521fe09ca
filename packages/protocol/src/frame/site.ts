/**
 * The messages that a site reads: READY, events, and one entry for each request with the check of
 * its result. The parameters of the requests are in `frame.ts`.
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
 * The time limit of a request (docs/contracts/frame.md#times). `connect`: 30 s. `person`: a minute
 * longer than a code is valid. `plain`: 30 s, for requests that do not need the visitor.
 */
export type FrameWait = 'connect' | 'person' | 'plain'

/** One request of the site, as the site sends it. */
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

/** A CAIP-2 id; for eip155 also only the number. */
const chain = either(
  (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
  (value): value is string => isNetworkId(value),
)
const address = text(128)
/**
 * The account's address in each namespace. A newer frame may have namespaces that are unknown here.
 */
const addresses: Check<WalletAddresses> = (value): value is WalletAddresses =>
  isRecord(value) && address(value[defaultNamespace]) && Object.values(value).every(address)
const email: Check<string> = (value): value is string =>
  text(emailAddress)(value) && value.length >= 3
const accountType = oneOf('eoa', 'smartAccount')
/** One of several addresses of an account. `publicKey`: in hexadecimal. */
const accountAddress = shape({ address }, { publicKey: text(130), purpose: text(32) })
/**
 * The next step of a login. `VERIFY_DEVICE`: a link was mailed, because the login has an account
 * that has not been used in this browser. `CONNECT`: the login is complete.
 */
const action = oneOf('VERIFY_DEVICE', 'CONNECT')

/**
 * Begins a login by e-mail. The answer does not reveal whether the address has an account:
 * - `VERIFY_OTP`: a code was mailed
 * - `CONNECT`: the user with this address has logged in on this site before, and still is logged in
 *
 * CONNECT_OTP, CONNECT_DEVICE, CONNECT_SOCIAL and CONNECT_FARCASTER complete only the newest login
 * of this browser, and only on the site that began it; otherwise the error is `codeExpired`.
 * Errors: `emailCooldown`, `tooManyRequests`.
 */
export const connectEmail = method(
  'CONNECT_EMAIL',
  shape({ action: oneOf('VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT') }),
  'connect',
)
/**
 * Checks the mailed code. A result without an action means `CONNECT`. Errors: `codeWrong`,
 * `codeExpired`, `codeSpent`.
 */
export const connectOtp = method('CONNECT_OTP', either(nothing, shape({ action })), 'connect')
/**
 * Resolves when the visitor has approved by the mailed link. Errors: `codeExpired`,
 * `deviceRefused`.
 */
export const connectDevice = method('CONNECT_DEVICE', nothing, 'person')
/**
 * Begins a login at a company. The result is the URL of the company's page. The site shows it in
 * the window that it opened during the click. Errors: `loginNotOffered`.
 */
export const getSocialRedirectUri = method(
  'GET_SOCIAL_REDIRECT_URI',
  shape({ uri: text(4_096) }),
  'connect',
)
/**
 * Completes a login at a company. Errors: `codeExpired`, `socialRefused`; `socialUntrusted` if the
 * URL is not the wallet's.
 */
export const connectSocial = method('CONNECT_SOCIAL', shape({ action }), 'connect')
/**
 * Begins a login with Farcaster. The result is a link that a phone scans or opens; it is valid
 * until `expiresAt` (milliseconds since 1970). Errors: `loginNotOffered`.
 */
export const getFarcasterUri = method(
  'GET_FARCASTER_URI',
  shape({ url: text(4_096) }, { expiresAt: number }),
  'connect',
)
/** Resolves when the visitor has approved in Farcaster. Errors: `codeExpired`, `socialRefused`. */
export const connectFarcaster = method(
  'CONNECT_FARCASTER',
  shape({}, { userName: nullable(text(254)), action }),
  'person',
)
/**
 * Changes the e-mail address of the account, after the visitor has agreed in the frame.
 * `VERIFY_PRIMARY_OTP`: a code was mailed to the current address, or to the address that a company
 * has verified. Errors: those of CONNECT_EMAIL.
 */
export const updateEmail = method(
  'UPDATE_EMAIL',
  shape({ action: oneOf('VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP') }),
  'person',
)
/**
 * Checks the code that was mailed to the current address, and mails a code to the new one. Errors:
 * those of CONNECT_OTP.
 */
export const updateEmailPrimaryOtp = method('UPDATE_EMAIL_PRIMARY_OTP', nothing, 'connect')
/**
 * Checks the code that was mailed to the new address. Errors: those of CONNECT_OTP, and
 * `emailTaken`.
 */
export const updateEmailSecondaryOtp = method(
  'UPDATE_EMAIL_SECONDARY_OTP',
  shape({ newEmail: email }),
  'connect',
)
/**
 * The eip155 networks whose nodes have the code of smart accounts. Errors: `unavailable` if no node
 * answers.
 */
export const getSmartAccountEnabledNetworks = method(
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  shape({ smartAccountEnabledNetworks: listOf(1_000, number) }),
)
/**
 * Reads the smart account of the current network. Its address is that of the key. `isDeployed`:
 * whether the address has the code already; otherwise the first batch of calls upgrades it.
 * EIP-7702
 */
export const initSmartAccount = method(
  'INIT_SMART_ACCOUNT',
  shape({ address, isDeployed: boolean }),
)
/**
 * Chooses the kind of account for this site. The address is the same. An `eoa` sends the calls of a
 * batch one after the other.
 */
export const setPreferredAccount = method(
  'SET_PREFERRED_ACCOUNT',
  shape({ type: accountType, address }),
)
/** Answers, and then reloads the frame's page. */
export const reload = method('RELOAD', nothing)
/**
 * Reads the account.
 * - If this browser does not have the keys yet, the frame first sends `SHOW` and guides the visitor
 *   through protecting a new account or recovering an existing one. Then it answers.
 * - `message` and `signature`: the signed `siwxMessage`, if the request had one.
 * - `accounts`: one address, as `eoa`, and as `smartAccount` where the network has them
 * - `accountAddresses`: only where the addresses of an account differ by network. On Bitcoin both,
 *   the one of `address` first, with their purposes: `payment`, `ordinals`
 * - `smartAccountDeployed`: absent if the node did not answer
 * - `addresses`: only if the browser stores nothing for the frame. The site then has to send them
 *   with RESUME after a reload.
 */
export const getUser = method(
  'GET_USER',
  shape(
    { address, chainId: chain },
    {
      email: nullable(email),
      userName: nullable(text(254)),
      accounts: listOf(10, shape({ address, type: accountType })),
      accountAddresses: listOf(10, accountAddress),
      preferredAccountType: accountType,
      smartAccountDeployed: boolean,
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
/** Errors: `networkNotFound` if the wallet does not serve the network. */
export const switchNetwork = method('SWITCH_NETWORK', shape({ chainId: chain }))
/**
 * One JSON-RPC call of an account. A method that signs shows the approval, and takes as long as the
 * visitor needs. Errors: the codes of EIP-1193, in `code`.
 */
export const rpcRequest = method('RPC_REQUEST', anything, 'person')
/**
 * Aborts the request with an id, or all requests that wait for the visitor. They fail with "Request
 * was aborted".
 */
export const rpcAbort = method('RPC_ABORT', nothing)
export const syncTheme = method('SYNC_THEME', nothing)
export const syncDappData = method('SYNC_DAPP_DATA', nothing)
/**
 * Logs in inside the wallet's own window, where the visitor types the code and makes or recovers
 * the account. Sites that are not the operator's own log in like this (`approvals` of READY).
 * Without an e-mail address or a company, the visitor chooses it in the window. A visitor who is
 * already logged in to the wallet only confirms that this site may see the account. Errors: 4001,
 * and those of the other logins. docs/contracts/frame.md#wallet-window
 */
export const connectWindow = method('CONNECT_WINDOW', shape({ action: oneOf('CONNECT') }), 'person')
/**
 * Names the account to a frame that cannot know it, because the browser stores nothing for the
 * frame, or because the visitor has logged in on the wallet's own page in the site's tab. The frame
 * needs no proof: it reports this account only to this site, and every signature is approved in the
 * wallet's own window, which knows the real login. A frame that has its own login, or that approves
 * in the page, ignores this request. docs/contracts/frame.md#stored-state
 */
export const resume = method('RESUME', shape({ isConnected: boolean }))
/**
 * Opens the wallet's own settings (devices, recovery, export), with `place: 'email'` at the change
 * of the e-mail address. It resolves when the visitor closes them.
 */
export const openSettings = method('OPEN_SETTINGS', nothing, 'person')

/** All requests that a site may send. */
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
/** The type of a request's result. */
type ResultOf<method> = method extends SiteMethod<keyof FrameParams, infer result> ? result : never
/** The result of each request, by its name. */
export type FrameResults = {
  [method in (typeof siteMethods)[number] as method['name']]: ResultOf<method>
}

const id = text(idLength)
/**
 * The frame's answer to the hello, with a port. It is posted to the exact origin of the hello.
 * - `approvals`: where the visitor approves @default in the page
 * - `namespaces`: where the wallet has accounts @default `firstNamespaces`
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
 * The answer to a request. Its type is `@w3m-frame/`, the name of the request, and `_SUCCESS` or
 * `_ERROR`.
 */
export const isFrameAnswer = shape({ type: text(64), id }, { payload: anything })
/**
 * An error. `message` is a sentence. `code` is a code from the kit's table of errors, or a number
 * of EIP-1193. `values` fill the placeholders of the sentence; the site reads only `seconds`.
 */
export const isFrameError = shape(
  { message: text(1_024) },
  { code: either(number, text(64)), data: anything, values: shape({}, { seconds: number }) },
)

/**
 * An event that the frame sends by itself. docs/contracts/frame.md#events
 * - `SHOW`: the visitor has to see the frame now. `height` is in CSS pixels for a width of 360. The
 *   event is sent again when the height changes.
 * - `HIDE`: the frame has nothing more to show.
 * - `CHANGED`: the login has ended, or the account or the network has changed.
 * - `WINDOW`: the request continues in the wallet's own window. The site has to open it at once,
 *   during the visitor's press: `windowPath` of the wallet, with `?id=`. If the browser blocks it,
 *   the frame shows a button. `request`: the id of the pending request. `here`: the browser has no
 *   windows, so the visitor wants to continue in this tab; the site then leaves with the request
 *   (`redirectRequest`).
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
/**
 * The id of a WINDOW event. Its form is strict, so that it cannot change other parts of the URL.
 */
const windowId: Check<string> = (value): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
const isWindow = shape({
  type: oneOf('@w3m-frame/WINDOW'),
  payload: shape({ id: windowId }, { request: id, here: boolean }),
})

/** The answer in the fragment of the site's URL after the return, for the request with this id. */
export const isRedirectAnswer = shape({ id }, { result: anything, error: isFrameError })
/**
 * The result of a login after the return: the account, and the sign-in that the login has signed.
 */
export const isRedirectLogin = shape(
  { action: oneOf('CONNECT'), addresses },
  { email: nullable(email), message: text(10_240), signature: text(8_192) },
)

/** Checks for one of the events. */
export const isFrameEvent: Check<FrameEvent> = either(
  either(isShow, isWindow),
  either(isHide, isChanged),
)

/**
 * Turns parameters into plain JSON, which can be posted. A quantity that a site passes as bigint
 * becomes hex. docs/contracts/frame.md#envelope
 */
export const toFramePayload = (params: unknown): unknown =>
  params === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(params, (_, value: unknown) =>
          typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
        ),
      )
