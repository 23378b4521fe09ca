import type { WalletError } from '@latchkey/protocol/rpc'
import { connectionMissing } from './connectionMissing.ts'
import { KitError } from './KitError.ts'
import type { KitErrorOptions } from './KitError.ts'
import type { FeatureErrorCode } from '../kit/featureTypes.ts'

/**
 * The meanings of a wallet's RPC codes, one sentence each. They are listed in
 * docs/contracts/product.md#wallet-rpc-codes.
 */
const walletSentences = {
  parse: 'The wallet could not parse the request.',
  invalidRequest: 'The wallet calls the request invalid.',
  methodNotFound: 'The wallet does not know this method.',
  invalidParams: 'The wallet calls the parameters invalid.',
  internal: 'The wallet had an internal error.',
  invalidInput: 'The wallet calls the input invalid.',
  resourceNotFound: 'The wallet could not find the resource.',
  resourceUnavailable: 'The wallet already has a request open. Answer it there first.',
  transactionRejected: 'The transaction was rejected.',
  methodNotSupported: 'The wallet does not support this method.',
  limitExceeded: 'The wallet allows no more requests right now.',
  versionUnsupported: 'The wallet does not support this version of JSON-RPC.',
  userRejected: 'The request was declined in the wallet.',
  unauthorized: 'The wallet has not authorised this site for that.',
  unsupportedMethod: 'The wallet does not support this method.',
  providerDisconnected: 'The wallet is disconnected.',
  chainDisconnected: 'The wallet is not connected to this network.',
  switchChain: 'The wallet does not know this network.',
  unknown: 'The wallet answered with an unknown error.',
} as const satisfies Record<WalletError, string>

/**
 * All errors by code, with their English sentences. They are listed in
 * docs/contracts/product.md#errors.
 */
const sentences = {
  ...walletSentences,
  tokenBalanceUnavailable: 'Token Balance Unavailable',
  gasPriceUnsupported: 'Network not supported for Gas Price',
  swapsUnsupported: 'Network not supported for Swaps',
  liquidityMissing: 'There is not enough liquidity for this swap',
  transactionExpired: 'The transaction expired before it was sent',
  transactionChanged: 'The wallet signed another transaction',
  priceMoved: 'The price has moved since the offer',
  swapRefused: 'The swap that the service built is not the one of its offer',
  disconnectFailed: 'Failed to disconnect',
  emailCooldown: 'Please try again after {seconds} seconds',
  codeWrong: 'The code is not right. Try Again',
  codeExpired: 'The code has expired. Request another one.',
  codeSpent: 'The code was entered wrongly too often. Request another one.',
  deviceRefused: 'The login was refused from the e-mail',
  loginNotOffered: 'This login is not offered here',
  socialRefused: 'The login was refused at the company',
  socialUntrusted: 'The login came back from an address that is not the wallet’s',
  socialWindowBlocked: 'The browser did not open the window of the login',
  socialWindowClosed: 'The window of the login was closed before its end',
  socialTimeout: 'The page of the login did not come in time. Please try again.',
  linkSent: 'Approve this browser by the link in your e-mail',
  requestSigned: 'Signed',
  requestSent: 'Sent. You find it in your activity.',
  tabContinues: 'We continue in this tab, and bring you back here.',
  tooManyRequests: 'Too many attempts. Please try again later.',
  frameUnloaded: 'Unable to load email login dependency',
  storageBlocked: 'This browser lets the wallet store nothing here',
  requestAborted: 'Request was aborted',
  somethingWrong: 'Something went wrong',
  frameFailed: 'An error occurred',
  authenticationFailed: 'A problem occurred while trying initialize authentication',
  authenticating: 'Authenticating...',
  signatureDeclined: 'Signature declined',
  smartAccountsUnsupported: 'This application might not support Smart Accounts',
  transactionsFailed: 'Failed to fetch transactions',
  transactionsWithoutAccount: "Transactions can't be fetched without an accountAddress",
  rpcNotAllowed: 'Requested RPC call is not allowed',
  actionNotAllowed: 'Action not allowed',
  siwxDisabled: 'SIWX is not enabled',
  smartSessionsDisabled: 'Smart sessions are not enabled',
  smartSessionsUnsupported: 'Network not supported for smart sessions',
  grantChanged: 'The wallet granted more than the site asked for',
  addressMissing: 'No ActiveCaipAddress found',
  /**
   * Never thrown: a kit has a network from its start, and a chain without a node is
   * `networkNotFound`.
   */
  networkMissing: 'No ActiveCaipNetwork or client found',
  connectionMissing,
  networkUnknown: 'Unknown Network',
  networkNotFound: 'Network not found',
  addressOrConnectorMissing: 'Address or auth connector not found',
  nameUnresolved: 'Error resolving name',
  nameSuggestionsFailed: 'Error fetching name suggestions',
  namesOfAddressFailed: 'Error fetching names for address',
  nameNotRegistered: 'Error registering name {name}',
  offline: 'No internet connection detected. Please restart your network and try again.',
  relayUnreachable: 'Relay socket cannot connect after 5 attempts',
  /** Never thrown: each pairing has a topic of its own, and a pairing in progress is used again. */
  pairingExists: 'Pairing already exists',
  pairingExpired: 'Pairing URI expired',
  pairingMalformed: 'Malformed pairing URI',
  alertNetworkNotFound: 'Network Not Found',
  alertInvalidConfiguration: 'Invalid App Configuration',
  alertSessionExpired: 'Session Expired',
  alertInvalidProjectId: 'Invalid Project ID',
  alertProjectIdMissing: 'Project ID Not Configured',
  alertMethodNotAllowed: 'The wallet does not allow the RPC method {method}',
  caipInvalid: 'Invalid CAIP Address',
  httpFailed: 'HTTP request failed.',
  httpTimeout: 'The request took too long to respond.',
  socketUrlInvalid: 'The URL is not a WebSocket URL.',
  socketClosedAbnormally: 'The WebSocket closed abnormally (code 3000).',
  optionInvalid: 'Option "{option}" {problem}. {mend}',
  connectorNotFound: 'No wallet with the id "{connectorId}" is installed',
  connectionClosed: 'The window was closed before a wallet was connected',
  walletTimeout: 'The wallet did not answer in time',
  modalMissing: 'kit.open() needs a <KitProvider> on the page',
  packageMissing: 'This wallet needs a package that the site did not install',
  answerInvalid: 'The service answered in an unknown form',
} as const

/** A code of the table above. */
type TableCode = keyof typeof sentences
/**
 * A stable name of an error's cause. It crosses `postMessage` and selects the translation. Features
 * add codes of their own.
 */
export type ErrorCode = TableCode | FeatureErrorCode

type Placeholders<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | Placeholders<rest>
  : never
type Values<code extends TableCode> = Placeholders<(typeof sentences)[code]>
type Rest<code extends TableCode> = [Values<code>] extends [never]
  ? [options?: KitErrorOptions]
  : [values: Record<Values<code>, string | number>, options?: KitErrorOptions]

/** The error of a code, with its sentence from the table and the values filled in. */
export function kitError<code extends TableCode>(code: code, ...rest: Rest<code>): KitError<code> {
  const sentence: string = sentences[code]
  const hasValues = sentence.includes('{')
  // Rest<code> puts the values first exactly when the sentence has placeholders
  const values = (hasValues ? rest[0] : {}) as Record<string, string | number>
  const options = (hasValues ? rest[1] : rest[0]) as KitErrorOptions | undefined
  return new KitError(
    code,
    sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    options,
  )
}

/**
 * The sentence of a code that needs no values. Undefined for a feature's code, whose sentence is in
 * its manifest.
 */
export function sentenceOf(code: TableCode): string
export function sentenceOf(code: ErrorCode): string | undefined
export function sentenceOf(code: ErrorCode): string | undefined {
  // the table has no entry for a feature's code
  return (sentences as { readonly [code in ErrorCode]?: string })[code]
}
