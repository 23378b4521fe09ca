/**
 * The embedded wallet's frame: one entry for each request of the site, which types and validates both ends, and the handshake before it.
 * Wire names are those of the frame contract, section 3. Every entry is a constant of its own, so that a page loads only those it uses.
 *
 *     site                                                      frame (its own origin)
 *      │ ── window: hello {nonce} ─────────────────────────────▶ │ checks source and origin, pins both
 *      │ ◀───────────────────── window: READY {nonce} + port ─── │ to the exact origin of the hello
 *      │ ══ port: @w3m-app/NAME {id, payload} ═════════════════▶ │
 *      │ ◀════════ port: @w3m-frame/NAME_SUCCESS|_ERROR {id} ═══ │ every request gets one answer
 *      │ ◀═══════════════ port: @w3m-frame/SHOW|HIDE|CHANGED ═══ │
 */
import * as v from 'valibot'
import { isNetworkId } from './caip.ts'
import { emailAddress } from './counts.ts'
import { walletSocials } from './socials.ts'

/** The version of this protocol; the frame's READY names it. spec 9 (frame sdk version) */
export { frameVersion } from './counts.ts'

/** Characters of a message's id. */
const idLength = 64
/** Characters of a message between site and frame, as JSON. */
export const frameMessageLength = 256 * 1024
/** Requests of one site that may be open at once. */
export const frameRequests = 100

/**
 * How long a request may take: `connect` 30 s (spec 9: connection-type requests), `person` a minute longer than a code lives,
 * `plain` 30 s for everything that asks nobody.
 */
export type FrameWait = 'connect' | 'person' | 'plain'

/** One request of the site. */
export type FrameMethod<name extends string = string, params extends v.GenericSchema = v.GenericSchema, result extends v.GenericSchema = v.GenericSchema> = {
  name: name
  params: params
  result: result
  wait: FrameWait
}

/*@__NO_SIDE_EFFECTS__*/
function method<const name extends string, const params extends v.GenericSchema, const result extends v.GenericSchema>(name: name, params: params, result: result, wait: FrameWait = 'plain') {
  return { name, params, result, wait } as const satisfies FrameMethod
}

const none = v.optional(v.undefined())
/** No parameters; an object in their place is dropped. frame 3 (IS_CONNECTED) */
const nothing = v.pipe(v.nullish(v.record(v.string(), v.unknown())), v.transform(() => undefined))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const email = v.pipe(v.string(), v.minLength(3), v.maxLength(emailAddress))
/** Six digits. spec 9 */
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/))
/** CAIP-2. Of eip155 a site may send the number alone. */
export const frameChain = v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.custom<string>(isNetworkId)])
const accountType = v.picklist(['eoa', 'smartAccount'])
const account = v.object({ address: text(128), type: accountType })
/**
 * A sign-in that the frame signs with the account of a login that has just ended, without `accountAddress`, which it fills in (frame 3: `<<AccountAddress>>`).
 * Times are RFC 3339. CAIP-122
 */
const siwxMessage = v.object({
  chainId: frameChain, domain: text(512), uri: text(2_048), version: text(8), nonce: text(256), statement: v.nullish(text(2_048)), resources: v.nullish(v.array(text(2_048))),
  requestId: v.nullish(text(256)), issuedAt: v.nullish(text(64)), expirationTime: v.nullish(text(64)), notBefore: v.nullish(text(64)),
})
const user = v.object({
  address: text(128),
  /** A number for eip155, CAIP-2 for the others. */
  chainId: frameChain,
  email: v.nullish(email),
  userName: v.nullish(text(254)),
  accounts: v.optional(v.pipe(v.array(account), v.maxLength(10))),
  preferredAccountType: v.optional(accountType),
  /** What was signed, and its signature, where a `siwxMessage` was. */
  message: v.optional(v.string()),
  signature: v.optional(text(1_024)),
})
export type FrameUser = v.InferOutput<typeof user>

/**
 * Begins a login by e-mail. The answer is the same for an address that is known and one that is not: `VERIFY_OTP`, a code was mailed; or
 * `CONNECT`, the user whose address it is has logged in on this site before, and still is. CONNECT_OTP, CONNECT_DEVICE, CONNECT_SOCIAL and CONNECT_FARCASTER
 * finish only a login that the same site has begun, the last one in this browser: else `codeExpired`. Errors: `emailCooldown`, `tooManyRequests`.
 */
export const connectEmail = method('CONNECT_EMAIL', v.object({ email }), v.object({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }), 'connect')
/**
 * The code of the mail. `action` names what is still to be done: `VERIFY_DEVICE`, a link was mailed, because the address has an account and this browser is new
 * to it. `CONNECT`, or no action at all: nothing. Errors: `codeWrong`, `codeExpired`, `codeSpent`.
 */
export const connectOtp = method('CONNECT_OTP', v.object({ otp }), v.optional(v.object({ action: v.picklist(['VERIFY_DEVICE', 'CONNECT']) })), 'connect')
/** Resolves when the link of the mail was approved. Errors: `codeExpired`, `deviceRefused`. */
export const connectDevice = method('CONNECT_DEVICE', nothing, none, 'person')
/**
 * Begins a login at a company: its page, for the window that the site opened in the click. `returnTo`: an address of the site to which the whole page comes back, with
 * `latchkey-login=<resultUri>` in its query, where there can be no window. Errors: `loginNotOffered`.
 */
export const getSocialRedirectUri = method('GET_SOCIAL_REDIRECT_URI', v.object({ provider: v.picklist(walletSocials), returnTo: v.optional(text(2_048)) }), v.object({ uri: text(4_096) }), 'connect')
/**
 * Ends it. `uri` is what the window told: `{ resultUri }`, from the wallet's origin; or what came back in the query. `action` as of CONNECT_OTP. Errors: `codeExpired`,
 * `socialRefused`, `socialUntrusted` for an address that is not the wallet's.
 */
export const connectSocial = method('CONNECT_SOCIAL', v.object({ uri: text(4_096), preferredAccountType: v.optional(accountType), chainId: v.optional(frameChain) }), v.object({ action: v.picklist(['VERIFY_DEVICE', 'CONNECT']) }), 'connect')
/** Begins a login by Farcaster: a link that a phone scans or opens, until `expiresAt` (milliseconds since 1970). Errors: `loginNotOffered`. */
export const getFarcasterUri = method('GET_FARCASTER_URI', nothing, v.object({ url: text(4_096), expiresAt: v.optional(v.number()) }), 'connect')
/** Resolves when it was approved there. `action` as of CONNECT_OTP. Errors: `codeExpired`, `socialRefused`. */
export const connectFarcaster = method('CONNECT_FARCASTER', nothing, v.object({ userName: v.nullish(text(254)), action: v.optional(v.picklist(['VERIFY_DEVICE', 'CONNECT'])) }), 'person')
/** Changes the e-mail address of the account, once the visitor has agreed in the frame. `VERIFY_PRIMARY_OTP`: a code was mailed to the address of now, or the one that a company has verified. Errors: as of CONNECT_EMAIL. */
export const updateEmail = method('UPDATE_EMAIL', v.object({ email }), v.object({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }), 'person')
/** That code; then one is mailed to the new address. Errors: as of CONNECT_OTP. */
export const updateEmailPrimaryOtp = method('UPDATE_EMAIL_PRIMARY_OTP', v.object({ otp }), none, 'connect')
/** The code of the new address. Errors: as of CONNECT_OTP, and `emailTaken`. */
export const updateEmailSecondaryOtp = method('UPDATE_EMAIL_SECONDARY_OTP', v.object({ otp }), v.object({ newEmail: email }), 'connect')
/** Networks on which the wallet has smart accounts: none yet. */
export const getSmartAccountEnabledNetworks = method('GET_SMART_ACCOUNT_ENABLED_NETWORKS', nothing, v.object({ smartAccountEnabledNetworks: v.array(v.number()) }))
/** Errors: `smartAccountMissing`. */
export const initSmartAccount = method('INIT_SMART_ACCOUNT', nothing, v.object({ address: text(128), isDeployed: v.boolean() }))
/** Errors: `smartAccountMissing` for a smart account. */
export const setPreferredAccount = method('SET_PREFERRED_ACCOUNT', v.object({ type: accountType }), v.object({ type: accountType, address: text(128) }))
/** Answers, and loads the frame's page anew. */
export const reload = method('RELOAD', nothing, none)
/**
 * The account. Where the keys are not on this browser yet the frame asks the visitor first (how a new account is protected, or how an existing one is recovered):
 * it sends `SHOW`, and answers when the visitor has done it. `siwxMessage`: signed within the login that has just ended on this site, once, if it is this site's own sign-in and
 * grants nothing; otherwise there is no signature, and the site asks for one by RPC_REQUEST.
 */
export const getUser = method('GET_USER', v.nullish(v.object({ chainId: v.optional(frameChain), preferredAccountType: v.optional(accountType), siwxMessage: v.optional(siwxMessage) })), user, 'person')
export const isConnected = method('IS_CONNECTED', nothing, v.object({ isConnected: v.boolean() }))
export const signOut = method('SIGN_OUT', nothing, none)
export const getChainId = method('GET_CHAIN_ID', nothing, v.object({ chainId: frameChain }))
/** Errors: `networkNotFound` for a network that the wallet does not serve. */
export const switchNetwork = method('SWITCH_NETWORK', v.object({ chainId: frameChain }), v.object({ chainId: frameChain }))
/** One JSON-RPC call of an account. Those that sign show the approval; its answer may take as long as the visitor needs. Errors: the codes of EIP-1193, with `code`. */
export const rpcRequest = method('RPC_REQUEST', v.object({ method: text(64), params: v.optional(v.unknown()), chainId: v.optional(frameChain) }), v.unknown(), 'person')
/** Takes back a request by its id, or all that wait for the visitor: they fail with "Request was aborted". */
export const rpcAbort = method('RPC_ABORT', v.nullish(v.object({ id: v.optional(text(idLength)) })), none)
export const syncTheme = method('SYNC_THEME', v.object({ themeMode: v.optional(v.picklist(['light', 'dark'])), themeVariables: v.optional(v.record(text(64), v.union([text(256), v.number()]))) }), none)
/** The site's description of itself. The frame shows the origin that it pinned; the name stands beside it as a claim. */
export const syncDappData = method('SYNC_DAPP_DATA', v.object({ projectId: text(128), metadata: v.optional(v.object({ name: text(128), url: text(2_048), description: v.optional(text(512)), icons: v.optional(v.pipe(v.array(text(2_048)), v.maxLength(8))) })), sdkVersion: v.optional(text(32)), sdkType: v.optional(text(16)), locale: v.optional(text(16)) }), none)
/** Opens the wallet's own settings in the frame: devices, recovery, export. Resolves when the visitor closes them. Not in the frame contract. */
export const openSettings = method('OPEN_SETTINGS', nothing, none, 'person')

/** Everything a site may ask. */
export const frameMethods = [connectEmail, connectOtp, connectDevice, getUser, isConnected, signOut, getChainId, switchNetwork, rpcRequest, rpcAbort, syncTheme, syncDappData, openSettings,
  getSocialRedirectUri, connectSocial, getFarcasterUri, connectFarcaster, updateEmail, updateEmailPrimaryOtp, updateEmailSecondaryOtp,
  getSmartAccountEnabledNetworks, initSmartAccount, setPreferredAccount, reload] as const

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(idLength))
/** The first message of the site, to the frame's exact origin. */
export const frameHello = v.object({ type: v.literal('@latchkey/hello'), nonce: id })
/** The frame's answer, with a port, to the exact origin of the hello. */
export const frameReady = v.object({ type: v.literal('@w3m-frame/READY'), nonce: id, payload: v.object({ version: v.number() }) })
/** A request, and an answer that the site expects. `v` is the version of the protocol: the frame refuses another one than its own by -32006, and takes a request without one. */
export const frameRequest = v.object({ type: v.pipe(v.string(), v.startsWith('@w3m-app/'), v.maxLength(64)), id, v: v.optional(v.number()), payload: v.optional(v.unknown()) })
export const frameAnswer = v.object({ type: v.pipe(v.string(), v.regex(/^@w3m-frame\/[A-Z_]+_(SUCCESS|ERROR)$/)), id, payload: v.optional(v.unknown()) })
/** `message` is a sentence; `code` an entry of the kit's table of errors, or an EIP-1193 number; `values` fill the sentence's placeholders. */
export const frameError = v.object({ message: text(1_024), code: v.optional(v.union([v.number(), text(64)])), data: v.optional(v.unknown()), values: v.optional(v.record(text(32), v.union([text(128), v.number()]))) })
/**
 * What the frame tells by itself. `SHOW`: a person has to see it now, `height` in CSS pixels at a width of 360; sent again when the height changes. `HIDE`: no more.
 * `CHANGED`: the login has ended, or the account or the network is another.
 */
export const frameEvent = v.variant('type', [
  v.object({ type: v.literal('@w3m-frame/SHOW'), payload: v.object({ height: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)), title: text(128) }) }),
  v.object({ type: v.literal('@w3m-frame/HIDE') }),
  v.object({ type: v.literal('@w3m-frame/CHANGED'), payload: v.object({ isConnected: v.boolean() }) }),
])
export type FrameEvent = v.InferOutput<typeof frameEvent>

/** Methods of RPC_REQUEST that ask nobody; the frame passes them to its own node. frame 4 */
export const frameReadMethods: readonly string[] = [
  'eth_accounts', 'eth_blockNumber', 'eth_call', 'eth_chainId', 'eth_estimateGas', 'eth_feeHistory', 'eth_gasPrice', 'eth_getAccount', 'eth_getBalance', 'eth_getBlockByHash',
  'eth_getBlockByNumber', 'eth_getBlockReceipts', 'eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getFilterChanges', 'eth_getFilterLogs',
  'eth_getLogs', 'eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash',
  'eth_getTransactionCount', 'eth_getTransactionReceipt', 'eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber', 'eth_maxPriorityFeePerGas', 'eth_newBlockFilter',
  'eth_newFilter', 'eth_newPendingTransactionFilter', 'eth_sendRawTransaction', 'eth_syncing', 'eth_uninstallFilter',
]
/** What the frame itself asks a node beside them; a site can't. */
export const frameNodeMethods: readonly string[] = [...frameReadMethods.filter((method) => method !== 'eth_accounts'), 'eth_simulateV1']
/** How the frame hands a transaction to a node of Solana. */
export const frameSolanaSend = 'sendTransaction'
/** Parameters as JSON alone: quantities that sites pass as bigint become hex, and nothing else is left that could not be posted. frame 2 */
export const toFramePayload = (params: unknown): unknown => (params === undefined ? undefined : JSON.parse(JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value))))

/** The path of the empty page into which the frame draws what the visitor has to see in a window of the wallet's own. */
export const windowPath = '/window'
/** The path of the frame's page at the wallet's URL; `?projectId=` names the project, whose sites alone may hold it. */
export const framePath = '/frame'
