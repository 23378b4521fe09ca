/**
 * Every constant of the product, with its unit and where it comes from.
 * "spec n" is a section of the specification; "api n" one of the blockchain API contract.
 */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Waiting times, in milliseconds. */
export const times = {
  /** Between two codes sent to one e-mail address. spec 9 */
  emailCooldown: 30 * second,
  /** Answers of the balance service. spec 9 */
  balanceCache: 30 * second,
  /** Balance of the native token. spec 9 */
  nativeBalanceCache: 30 * second,
  /** Names of addresses. spec 9 */
  nameCache: 5 * minute,
  /** Name and avatar of an address. spec 9 */
  identityCache: 5 * minute,
  /** No new attempt at balances for so long after one failed. spec 4, 9 */
  balanceRetryBlock: 30 * second,
  /** Between closing one toast and showing the next. spec 4, 9 */
  toastSwap: 150,
  /** A toast that closes by itself. spec 9 (time constants) */
  toast: 3 * second,
  /** Connection-type requests of the embedded wallet. spec 4, 9 */
  connectRequest: 30 * second,
  /** A wallet that is asked whether it is still authorised, at page load. spec 9 (time constants) */
  reconnect: 10 * second,
  /** A person who decides in a wallet: connect, sign, switch. spec 9 (time constants: 4 minutes) */
  walletDecision: 4 * minute,
  /** Wallets on the page get so long to announce themselves before an earlier connection is looked for. EIP-6963 */
  announcement: 50,
  /** A `KitProvider` gets so long to take up `kit.open()`. spec 9 (time constants) */
  modalMount: 5 * second,
  /** After so long a screen that waits for a wallet says what may be wrong. spec 9 (time constants) */
  slowHint: 10 * second,
  /** A connection that worked is shown so long before the modal goes away. */
  successShown: 700,
  /** One HTTP request, retries not counted. api 11 */
  httpRequest: 10 * second,
  /** First wait before an HTTP or RPC request is repeated; doubles every time. spec 7, 9 */
  retryBase: 150,
  /** The longest wait that a Retry-After header is followed for. */
  retryAfterMost: 30 * second,
  /** Of the relay socket. spec 9 */
  heartbeat: 5 * second,
  relayHeartbeat: 35 * second,
  relayConnect: 15 * second,
  relayPublish: minute,
  relayPublishInitial: 15 * second,
  relayMessage: 6 * hour,
  pairing: 5 * minute,
  relayHistory: 30 * day,
  /** The list of supported chains. api 2 (max-age) */
  supportedChains: day,
} as const

/** Counts and sizes. */
export const counts = {
  /** Repetitions after the first attempt. spec 7, 9 */
  retries: 3,
  /** Wallets remembered as recent. spec 9 */
  recentWallets: 2,
  /** Own transactions followed at once. spec 9 */
  pendingTransactions: 99,
  /** Attempts to reach the relay. spec 9 */
  relayAttempts: 5,
  /** Topics in one batch subscribe. spec 9 */
  relayBatchTopics: 500,
  /** Remembered deletions. spec 9 */
  recentlyDeleted: 200,
  /** Digits after the point of a shown quantity. spec 5, 9 */
  quantityDecimals: 3,
  /** Leading and trailing characters of a shortened address. spec 5 */
  addressHead: 4,
  addressTail: 6,
  /** Rows of one history page. api 4 */
  historyPage: 50,
  /** Wallets of one list page. api 12 */
  walletPage: 40,
  /** Default decimals of a calculation. spec 9 */
  decimals: 20,
  /** Bytes of the log buffer. spec 9 */
  logBytes: 1_024_000,
  /** Version of the embedded wallet's protocol. spec 9 */
  frameVersion: 4,
  /** Slippage of a swap, in percent. spec 9 */
  slippagePercent: 1,
  /** Characters of a name that a wallet, token or network may bring to the screen. */
  foreignName: 64,
  /** Bytes of a picture that a wallet may announce as a data URI. */
  foreignIconBytes: 256 * 1024,
  /** Wallets that may announce themselves on one page. */
  announcedWallets: 100,
  /** Tokens in one `forceUpdate`, addresses in one price request. */
  apiBatch: 100,
  /** Bytes of a request body that the API reads. */
  apiBodyBytes: 256 * 1024,
  /** Requests in one RPC batch. */
  rpcBatch: 100,
  /** Bytes of an RPC answer that is passed on. api 11 */
  rpcAnswerBytes: 10 * 1024 * 1024,
} as const

/** The modal. spec 9 */
export const modal = {
  /** CSS pixels. */
  width: 360,
  zIndex: 999,
  /** Milliseconds: colours, a screen coming in, the card's height. */
  durations: [120, 150, 150],
} as const

/** HTTP statuses after which a request is repeated; so is a request without any status. spec 7 */
export const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** Time zones in which some features are restricted, upper case. spec 9, api 14 */
export const restrictedTimeZones: readonly string[] = [
  'ASIA/SHANGHAI', 'ASIA/URUMQI', 'ASIA/CHONGQING', 'ASIA/HARBIN', 'ASIA/KASHGAR', 'ASIA/MACAU', 'ASIA/HONG_KONG', 'ASIA/MACAO', 'ASIA/BEIJING',
]

/** Storage layout version. spec 3 */
export const storageVersion = 1
