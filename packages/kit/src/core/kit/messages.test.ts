import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentenceOf } from '../errors/errors.ts'
import type { ErrorCode } from '../errors/errors.ts'

/**
 * The messages of docs/contracts/product.md#errors: the cause of each, the place that shows it, and
 * the test that produces it.
 * - `toast`: closes by itself. `screen`: a text of a screen. `alert`: the bar for the site's
 *   developer, with `debug` on.
 * - `site`: the rejection of the kit's promise; a screen may show it in another text.
 * - `later`: no part of the kit uses it yet.
 *
 * The named test, with the tables and helpers that it names, must contain the code, its sentence,
 * or the `words` that a visitor reads instead, and must check the place.
 */
type Row =
  | readonly [
      cause: string,
      place: 'toast' | 'screen' | 'alert' | 'site',
      file: string,
      title: string,
      words?: string,
    ]
  | readonly [cause: string, place: 'later']

const codes = [
  'tests/e2e/screens/messages.slow.spec.ts',
  'each error code of a wallet shows its text, and the visitor can continue',
] as const
const wallet = (code: number): Row => [
  `a wallet answers ${code}`,
  'screen',
  ...codes,
  code < 0 ? `[${code}]: '` : `  ${code}: '`,
]
const relayCloses = ['tests/e2e/screens/messages.slow.spec.ts', 'a relay that closes with'] as const

/** The file of the tests of logins by companies, in a window. */
const socialWindows = ['packages/kit/src/sources/embedded/social/logInBySocial.test.ts'] as const

/** The test of the frame's own errors, which the kit passes on. */
const codesOfMail = [
  'packages/kit/src/sources/embedded/createFrame.test.ts',
  'a frame error keeps its code and gets the kit’s message: %s',
] as const

/** The file of the tests of swaps over the pools of a real chain. */
const swaps = ['packages/kit/src/domains/swap/sendSwap.slow.test.ts'] as const

const messages: Record<ErrorCode, Row> = {
  parse: wallet(-32700),
  invalidRequest: wallet(-32600),
  methodNotFound: wallet(-32601),
  invalidParams: wallet(-32602),
  internal: wallet(-32603),
  invalidInput: wallet(-32000),
  resourceNotFound: wallet(-32001),
  resourceUnavailable: wallet(-32002),
  transactionRejected: wallet(-32003),
  methodNotSupported: wallet(-32004),
  limitExceeded: wallet(-32005),
  versionUnsupported: wallet(-32006),
  userRejected: wallet(4001),
  unauthorized: wallet(4100),
  unsupportedMethod: wallet(4200),
  providerDisconnected: wallet(4900),
  chainDisconnected: wallet(4901),
  switchChain: wallet(4902),
  unknown: ['a wallet answers another code', 'screen', ...codes, 'Oracle reported a problem.'],
  tokenBalanceUnavailable: [
    'balances can not be read',
    'toast',
    'packages/kit/src/domains/balances/balancesQuery.test.ts',
    'after a failure nothing is requested for 30 s, and one toast is shown',
  ],
  gasPriceUnsupported: [
    'prices of gas on a network that the API does not serve',
    'site',
    ...swaps,
    'gas prices come from the API; without them the call fails with `gasPriceUnsupported`',
  ],
  swapsUnsupported: [
    'a swap on a network without swaps',
    'site',
    ...swaps,
    'an outage, a missing offer and an unsupported network have different codes',
  ],
  liquidityMissing: [
    'no provider can swap so much',
    'site',
    ...swaps,
    'an outage, a missing offer and an unsupported network have different codes',
  ],
  transactionExpired: [
    'the wallet signs when the network no longer takes the transaction',
    'site',
    'packages/kit/src/chains/solana/engine.test.ts',
    'if the wallet signs after the blockhash has expired, sending fails with `transactionExpired`',
  ],
  transactionChanged: [
    'the wallet signs another transaction than it was asked to',
    'screen',
    'tests/e2e/solana/hostile.slow.spec.ts',
    'if the wallet returns another transaction, no signature or no transaction, nothing is sent',
    'Mine signed another transaction than this one. We did not send it.',
  ],
  priceMoved: [
    'less than the agreed least would arrive',
    'site',
    ...swaps,
    'if the price has moved, the swap stops with `priceMoved` without a request to the wallet',
  ],
  swapRefused: [
    'the service builds another swap than it offered',
    'site',
    'packages/kit/src/domains/swap/hostileSwaps.test.ts',
    'an offer with an impossible amount or another account is refused',
  ],
  disconnectFailed: [
    'a wallet can not be told that it was left',
    'toast',
    'tests/e2e/screens/messages.slow.spec.ts',
    'a wallet that fails to disconnect is removed',
  ],
  emailCooldown: [
    'a second code by e-mail within 30 s',
    'site',
    'packages/kit/src/sources/embedded/createEmbedded.test.ts',
    'a second code within 30 s is rejected with the seconds left; a successful login resets the wait',
  ],
  codeWrong: ['a code of an e-mail is entered wrongly', 'site', ...codesOfMail],
  codeExpired: ['a code is entered after 20 minutes', 'site', ...codesOfMail],
  codeSpent: ['a code is entered wrongly five times', 'site', ...codesOfMail],
  deviceRefused: ['the link of an e-mail is answered with a refusal', 'site', ...codesOfMail],
  loginNotOffered: [
    'a company is asked for that the wallet’s service does not offer',
    'site',
    ...codesOfMail,
  ],
  socialRefused: ['the visitor or the company refuses a login', 'site', ...codesOfMail],
  socialUntrusted: [
    'the window of a login speaks from another address',
    'site',
    ...socialWindows,
    'a result from another origin rejects with `socialUntrusted` and closes the window',
  ],
  socialWindowBlocked: [
    'the browser opens no window for a login',
    'site',
    ...socialWindows,
    'a blocked window rejects with `socialWindowBlocked`, without a request',
  ],
  socialWindowClosed: [
    'the window of a login is closed early',
    'site',
    ...socialWindows,
    'a window that the visitor closes rejects with `socialWindowClosed` unless its result arrives just after',
  ],
  socialTimeout: [
    'the address of a company’s page does not come',
    'site',
    ...socialWindows,
    'if the company’s address does not arrive within 45 s, the login times out and the window closes',
  ],
  linkSent: [
    'a login that came back in the page’s address needs the link of a mail',
    'toast',
    'packages/kit/src/sources/embedded/social/finishReturned.test.ts',
    'while the login waits for a mailed link, a toast is shown',
  ],
  requestSigned: [
    'a signature came back from the wallet’s own page',
    'toast',
    'packages/kit/src/sources/embedded/redirect/finishRedirect.test.ts',
    'a returned signature shows a toast',
  ],
  requestSent: [
    'a transaction came back from the wallet’s own page',
    'toast',
    'packages/kit/src/sources/embedded/redirect/finishRedirect.test.ts',
    'a returned transaction shows a toast; the site’s next identical request gets its hash',
  ],
  tabContinues: [
    'a page that loses its windows leaves in this tab',
    'toast',
    'packages/kit/src/sources/embedded/redirect/leaveForWallet.test.ts',
    'if the page’s policy cuts windows off, a toast is shown for 2 s before the tab leaves',
  ],
  tooManyRequests: ['too many codes were requested', 'site', ...codesOfMail],
  frameUnloaded: [
    'the embedded wallet does not answer',
    'site',
    'packages/kit/src/sources/embedded/createFrame.test.ts',
    'a frame that does not answer within 20 s fails with `frameUnloaded` and an alert; the next request loads it again',
  ],
  storageBlocked: ['the browser stores nothing for the embedded wallet', 'site', ...codesOfMail],
  requestAborted: [
    'the caller gave up',
    'site',
    'packages/kit/src/session/connect.test.ts',
    'an already aborted connect sends no request',
  ],
  somethingWrong: [
    'a wallet refuses a session without saying why',
    'site',
    'packages/kit/src/sources/walletconnect/createWalletConnect.test.ts',
    'with a key that gives no secret',
  ],
  frameFailed: [
    'the embedded wallet fails',
    'site',
    'packages/kit/src/sources/embedded/createFrame.test.ts',
    'an unknown error %j becomes `frameFailed`',
  ],
  authenticationFailed: [
    'the site can’t say whether a visitor is signed in, who then leaves',
    'site',
    'packages/kit/src/domains/siwx/siwx.test.ts',
    'declining a sign-in that the site does not answer disconnects, and the flow ends with the reason',
  ],
  authenticating: [
    'the wallet is asked to sign in',
    'toast',
    'tests/e2e/siwx/signIn.spec.ts',
    'if a sign-in is required, a visitor signs in',
    'Authenticating...',
  ],
  signatureDeclined: [
    'the visitor refuses to sign in',
    'toast',
    'tests/e2e/siwx/signIn.spec.ts',
    'if a sign-in is required, a visitor signs in',
    'Signature declined',
  ],
  smartAccountsUnsupported: [
    'a visitor chooses a smart account on a site for ordinary accounts',
    'toast',
    'packages/kit/src/session/preferredAccountType.test.ts',
    'on a site for ordinary accounts, a toast says so to visitors who choose a smart account',
  ],
  transactionsFailed: [
    'the history can not be read',
    'site',
    'packages/kit/src/domains/history/getHistory.test.ts',
    'getHistory fails with the cause',
  ],
  transactionsWithoutAccount: [
    'a history without an account',
    'site',
    'packages/kit/src/domains/history/getHistory.test.ts',
    'without an account, getHistory fails with `transactionsWithoutAccount`',
  ],
  rpcNotAllowed: ['the embedded wallet is asked for what it does not do', 'site', ...codesOfMail],
  actionNotAllowed: [
    'a site keeps the network',
    'site',
    'packages/kit/src/session/switchNetwork.test.ts',
    'with `enableNetworkSwitch: false` a switch is rejected',
  ],
  siwxDisabled: [
    'signing in without the option',
    'site',
    'packages/kit/src/domains/siwx/siwx.test.ts',
    'without the option `siwx` the call fails with `siwxDisabled`, and without an account with `addressMissing`',
  ],
  smartSessionsDisabled: [
    'permissions without the feature',
    'site',
    'packages/kit/src/domains/smartSessions/smartSessions.test.ts',
    'without the feature, each call fails with `smartSessionsDisabled`',
  ],
  smartSessionsUnsupported: [
    'permissions on a chain without them',
    'site',
    'packages/kit/src/domains/smartSessions/smartSessions.test.ts',
    'on a chain without permissions, each call fails with `smartSessionsUnsupported`',
  ],
  grantChanged: [
    'a wallet grants more than the site asked for',
    'site',
    'packages/kit/src/domains/smartSessions/smartSessions.test.ts',
    'a grant of more than the site asked for is refused',
  ],
  addressMissing: [
    'something is to be signed while nobody is connected',
    'site',
    'packages/kit/src/session/request.test.ts',
    'without a wallet, signing and sending fail with `addressMissing`',
  ],
  networkMissing: ['signing in without a network', 'later'],
  connectionMissing: [
    'no adapter for a namespace, which `createKit` does not let through',
    'later',
  ],
  networkUnknown: [
    'something is to be sent on a network that the site does not name',
    'site',
    'packages/kit/src/session/request.test.ts',
    'on an unsupported network nothing is sent, unless `allowUnsupportedChain` is set',
  ],
  networkNotFound: [
    'a network that the site does not name is asked for',
    'site',
    'packages/kit/src/session/switchNetwork.test.ts',
    'switching to %j, which is not a network of the site, fails with `networkNotFound`',
  ],
  addressOrConnectorMissing: [
    'a name is to be registered without a wallet that visitors log in to',
    'site',
    'packages/kit/src/domains/names/names.test.ts',
    'registering a name fails without a signature: %s',
  ],
  nameUnresolved: [
    'a name is not looked up',
    'site',
    'packages/kit/src/domains/names/names.test.ts',
    'errors of lookup, suggestions and list have the specified texts',
  ],
  nameSuggestionsFailed: [
    'suggestions of names fail',
    'site',
    'packages/kit/src/domains/names/names.test.ts',
    'errors of lookup, suggestions and list have the specified texts',
  ],
  namesOfAddressFailed: [
    'names of an address fail',
    'site',
    'packages/kit/src/domains/names/names.test.ts',
    'errors of lookup, suggestions and list have the specified texts',
  ],
  nameNotRegistered: [
    'a registration fails',
    'screen',
    'tests/e2e/account/names.spec.ts',
    'the service does not answer: the request is repeated',
    'Error registering name',
  ],
  offline: [
    'the browser is offline',
    'screen',
    'tests/e2e/phones/walletConnect.slow.spec.ts',
    'the screen shows at once that the browser is offline',
    'You are offline',
  ],
  relayUnreachable: [
    'the relay does not open, five times',
    'screen',
    'tests/e2e/phones/relayDown.slow.spec.ts',
    'a relay that is down is reported, and a retry works',
    'The relay cannot be reached',
  ],
  pairingExists: ['a wallet reads a code twice, which a site’s side never does', 'later'],
  pairingExpired: [
    'nobody scans a code in time; the screen shows another',
    'site',
    'packages/kit/src/sources/walletconnect/codes.test.ts',
    'a code that no phone scans expires',
  ],
  pairingMalformed: [
    'a pairing URI is none',
    'site',
    'packages/kit/src/sources/walletconnect/pairingUri.test.ts',
    'the URI %j throws `Malformed pairing URI`',
  ],
  alertNetworkNotFound: [
    'a site asks for a network that it does not name',
    'alert',
    'packages/kit/src/core/kit/alert.test.ts',
    'an unknown network shows an alert only with `debug`',
  ],
  alertInvalidConfiguration: [
    'a service does not let the origin in; options that contradict',
    'alert',
    ...relayCloses,
  ],
  alertSessionExpired: ['a session has run out; a token from the future', 'alert', ...relayCloses],
  alertInvalidProjectId: ['a service does not know the project', 'alert', ...relayCloses],
  alertProjectIdMissing: ['a service wants a project', 'alert', ...relayCloses],
  alertMethodNotAllowed: [
    'a wallet does not take a method',
    'alert',
    'packages/kit/src/core/kit/alert.test.ts',
    'a method that the wallet does not support shows an alert with its name; a refusal does not',
  ],
  caipInvalid: [
    'a network that is not of two parts, an address that is not of three',
    'site',
    'packages/kit/src/domains/nfts/getNfts.test.ts',
    'fails with `caipInvalid`',
  ],
  httpFailed: [
    'a service answers an error, or nobody answers',
    'site',
    'packages/kit/src/core/http/http.test.ts',
    'a refused connection is a failure without a status',
    "KitError.is(error, 'httpFailed')",
  ],
  httpTimeout: [
    'a service does not answer in time',
    'site',
    'packages/kit/src/core/http/http.test.ts',
    'a request times out after 10 s, closes the connection and is repeated',
  ],
  socketUrlInvalid: [
    'the relay’s URL is none of a WebSocket',
    'site',
    'packages/kit/src/sources/walletconnect/relay/relayClient.test.ts',
    'the address %s is rejected with `socketUrlInvalid`',
  ],
  socketClosedAbnormally: [
    'the relay closes with 3000',
    'screen',
    ...relayCloses,
    'The relay cannot be reached',
  ],
  optionInvalid: [
    'an option of the site is wrong',
    'site',
    'packages/kit/src/core/options/checkOptions.test.ts',
    'the option %s with the value %j is rejected with advice',
    'is not valid',
  ],
  connectorNotFound: [
    'a wallet that is not there is asked for',
    'site',
    'packages/kit/src/session/connect.test.ts',
    'an unknown connector rejects with `connectorNotFound` and its id',
  ],
  connectionClosed: [
    'a visitor closes the modal',
    'site',
    'packages/kit/src/session/connect.test.ts',
    'closing the modal rejects with `connectionClosed`, an abort with `requestAborted`',
  ],
  walletTimeout: [
    'a wallet does not answer in four minutes',
    'screen',
    'tests/e2e/connect/refusals.slow.spec.ts',
    'times out after four minutes',
    'did not answer',
  ],
  modalMissing: [
    '`kit.open()` without a provider',
    'site',
    'packages/kit/src/session/flow/awaitFlow.test.ts',
    'without a provider, open rejects with `modalMissing` after 5 s',
  ],
  packageMissing: [
    'a connector whose package the site did not install',
    'screen',
    'tests/e2e/connect/safe.spec.ts',
    'a wallet whose package is not installed',
    'This site cannot use Base Account yet.',
  ],
  answerInvalid: [
    'a service or a wallet answers in an unknown form',
    'site',
    'packages/kit/src/session/request.test.ts',
    'a wallet’s answer %j is rejected as a signature and as a transaction hash',
  ],
}

const root = new URL('../../../../../', import.meta.url)
const isProven = (row: Row): row is Exclude<Row, { length: 2 }> => row.length > 2
const proofs = Object.entries(messages).flatMap(([code, row]) =>
  isProven(row) ? [[code as ErrorCode, row] as const] : [],
) // the names are the keys of the table above

/** Patterns that prove that a test checks the place of a message. */
const marks: Record<Exclude<Row, { length: 2 }>[1], RegExp> = {
  toast: /getByRole\('status'\)|\.toast\b/,
  screen: /\b(modal|dialog)\b/,
  alert: /getByRole\('alert'\)|\.alert\b/,
  site: /\b(reasonOf|failureOf|rejects|toThrow|catch)\b/,
}

const indentOf = (line: string) => line.length - line.trimStart().length
const isTest = (line: string) => /^ *(await )?test(\.each|\.for|\.step)?[(<]/.test(line)

/** The lines of the statement that begins on line `start`. */
function statementAt(lines: readonly string[], start: number): string {
  const indent = indentOf(lines[start] ?? '')
  const isInside = (line: string) =>
    line.trim() === '' ||
    indentOf(line) > indent ||
    (indentOf(line) === indent && /^[}\])]/.test(line.trim()))
  const length = lines.slice(start + 1).findIndex((line) => !isInside(line))
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n')
}

/**
 * The source text of the only test, or test step, with this title. Includes the tables and helpers
 * of its file that it uses, directly or through others.
 */
function readProof(file: string, title: string): string {
  const lines = readFileSync(new URL(file, root), 'utf8').split('\n')
  const tests = lines
    .flatMap((line, at) =>
      isTest(line)
        ? [(/^ *for \(/.exec(lines[at - 1] ?? '')?.input ?? '') + statementAt(lines, at)]
        : [],
    )
    .filter((test) => test.split('=> {')[0]?.includes(title))
  const [body, another] = tests
  if (body === undefined || another !== undefined)
    throw new Error(`${file} has ${tests.length} tests "${title}"`)
  const helpers = lines.flatMap((line, at) => {
    const name = /^ *(?:const|function|async function) (\w+)/.exec(line)?.[1]
    return name && !body.includes(line) ? [{ name, text: statementAt(lines, at) }] : []
  })
  const named = new Set<string>([body])
  for (const text of named)
    for (const helper of helpers)
      if (new RegExp(`\\b${helper.name}\\b`).test(text)) named.add(helper.text)
  return [...named].join('\n')
}

/** The reason why a row does not prove its message. Undefined when it does. */
function faultOf(
  code: ErrorCode,
  [, place, file, title, words]: Exclude<Row, { length: 2 }>,
): string | undefined {
  const proof = readProof(file, title)
  const isNamed = [`'${code}'`, sentenceOf(code), ...(words === undefined ? [] : [words])].some(
    (text) => proof.includes(text),
  )
  if (!isNamed) return `"${title}" in ${file} is about something else`
  const isThere =
    marks[place].test(proof) &&
    (place === 'toast' ||
      place === 'alert' ||
      file.startsWith('tests/e2e/') === (place === 'screen'))
  return isThere ? undefined : `"${title}" in ${file} does not look at what is told as "${place}"`
}

test.each(proofs)('a test produces the error %s', (code, row) => {
  expect(faultOf(code, row)).toBeUndefined()
})

test.each([
  [
    'another test of the same file',
    'httpTimeout',
    [
      '',
      'site',
      'packages/kit/src/core/http/http.test.ts',
      'a refused connection is a failure without a status',
    ],
  ],
  [
    'another place',
    'disconnectFailed',
    [
      '',
      'alert',
      'tests/e2e/screens/messages.slow.spec.ts',
      'a wallet that fails to disconnect is removed',
    ],
  ],
  [
    'the place `toast` for a screen',
    'offline',
    [
      '',
      'toast',
      'tests/e2e/phones/walletConnect.slow.spec.ts',
      'the screen shows at once that the browser is offline',
      'You are offline',
    ],
  ],
  [
    'the place `site` for a screen',
    'walletTimeout',
    [
      '',
      'site',
      'tests/e2e/connect/refusals.slow.spec.ts',
      'times out after four minutes',
      'did not answer',
    ],
  ],
  [
    'words of another test',
    'relayUnreachable',
    [
      '',
      'screen',
      'tests/e2e/phones/walletConnect.slow.spec.ts',
      'the screen shows at once that the browser is offline',
      'The relay cannot be reached',
    ],
  ],
] as [string, ErrorCode, Exclude<Row, { length: 2 }>][])(
  'a row with %s is refused as a proof',
  (_, code, row) => {
    expect(faultOf(code, row)).toBeDefined()
  },
)

test('a row with an unknown title throws', () => {
  expect(() => readProof('tests/e2e/screens/messages.slow.spec.ts', 'nobody wrote this')).toThrow(
    'has 0 tests',
  )
})
