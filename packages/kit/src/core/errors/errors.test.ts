import { expect, test } from 'vitest'
import { kitError, sentenceOf } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import { KitError } from './KitError.ts'
import { optionInvalid } from '../options/optionInvalid.ts'

/** Every code, so that the type check fails when one is missing here. */
const catalogue = {
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
  networkMissing: 'No ActiveCaipNetwork or client found',
  connectionMissing: 'No ConnectionController client found',
  networkUnknown: 'Unknown Network',
  networkNotFound: 'Network not found',
  addressOrConnectorMissing: 'Address or auth connector not found',
  nameUnresolved: 'Error resolving name',
  nameSuggestionsFailed: 'Error fetching name suggestions',
  namesOfAddressFailed: 'Error fetching names for address',
  nameNotRegistered: 'Error registering name {name}',
  offline: 'No internet connection detected. Please restart your network and try again.',
  relayUnreachable: 'Relay socket cannot connect after 5 attempts',
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
} satisfies Record<ErrorCode, string>

test.each(Object.entries(catalogue))('the error code %s has its message', (code, sentence) => {
  expect(sentenceOf(code as ErrorCode)).toBe(sentence) // `code` is a key of the table above
})

test('values are inserted into a message literally', () => {
  expect(kitError('emailCooldown', { seconds: 12 }).message).toBe(
    'Please try again after 12 seconds',
  )
  expect(kitError('nameNotRegistered', { name: '$& {name} {x}' }).message).toBe(
    'Error registering name $& {name} {x}',
  )
  expect(kitError('connectorNotFound', { connectorId: '<b>' }).message).toBe(
    'No wallet with the id "<b>" is installed',
  )
})

test('an error has its code, its cause and the data of the answer', () => {
  const cause = new Error('below')
  const error = kitError('httpFailed', { cause, status: 503, retryAfter: 2, details: 'Busy' })
  expect(error).toMatchObject({
    name: 'KitError',
    code: 'httpFailed',
    message: 'HTTP request failed.',
    cause,
    status: 503,
    retryAfter: 2,
    details: 'Busy',
  })
  expect(kitError('emailCooldown', { seconds: 1 }, { cause }).cause).toBe(cause)
})

test('`KitError.is` compares the code, also for errors of another copy of the package', () => {
  const foreign = Object.assign(new Error('declined'), { name: 'KitError', code: 'userRejected' })
  expect(KitError.is(kitError('userRejected'), 'userRejected')).toBe(true)
  expect(KitError.is(kitError('userRejected'))).toBe(true)
  expect(KitError.is(foreign, 'userRejected')).toBe(true)
  expect(KitError.is(foreign, 'unauthorized')).toBe(false)
})

test.each([
  undefined,
  null,
  'userRejected',
  { name: 'KitError', code: 'userRejected' },
  new Error('userRejected'),
  Object.assign(new Error(), { code: 4001 }),
])('`KitError.is` is false for %s', (value) => expect(KitError.is(value)).toBe(false))

test('an invalid option reports the option, the problem and advice', () => {
  const error = optionInvalid('networks', 'is missing', 'Pass [mainnet].')
  expect(error).toMatchObject({
    code: 'optionInvalid',
    message: 'Option "networks" is missing. Pass [mainnet].',
  })
  expect(
    kitError('optionInvalid', {
      option: 'networks',
      problem: 'is missing',
      mend: 'Pass [mainnet].',
    }).message,
  ).toBe(error.message)
})
