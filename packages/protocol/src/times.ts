/** Every waiting time of the product, in milliseconds; "spec n" is a section of the specification, "api n" one of the API contract. */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Between two codes sent to one e-mail address. spec 9 */
export const emailCooldown = 30 * second
/** Answers of the balance service. spec 9 */
export const balanceCache = 30 * second
/** Balance of the native token. spec 9. Nothing reads it: the native token is a row of the balances, and is kept with them as long. */
export const nativeBalanceCache = 30 * second
/** Names of addresses. spec 9 */
export const nameCache = 5 * minute
/** Name and avatar of an address. spec 9 */
export const identityCache = 5 * minute
/** No new attempt at balances for so long after one failed. spec 4, 9 */
export const balanceRetryBlock = 30 * second
/** Between closing one toast and showing the next. spec 4, 9 */
export const toastSwap = 150
/** A toast that closes by itself. spec 9 (time constants) */
export const toast = 3 * second
/** Connection-type requests of the embedded wallet. spec 4, 9 */
export const connectRequest = 30 * second
/** A wallet that is asked whether it is still authorised, at page load. spec 9 (time constants) */
export const reconnect = 10 * second
/** What was used last gets so long before the others are asked, too, so that none of them is shown in its place for a moment. spec 4 (the order) */
export const reconnectLead = 250
/** A wallet that is told that this site has left it. spec 9 (time constants) */
export const disconnect = 10 * second
/** A person who decides in a wallet: connect, sign, switch. spec 9 (time constants: 4 minutes) */
export const walletDecision = 4 * minute
/** The kit begins so long after the page drew it, two frames: what wallets and storage say is nothing to hold back the first paint for. design, Budgets */
export const firstPaint = 32
/** In browsers that do not say when they are idle, a page that has loaded is taken to be so after this time. design, Chunks and budgets */
export const idle = 200
/** Wallets on the page get so long to announce themselves before an earlier connection is looked for. EIP-6963 */
export const announcement = 50
/** The wallet of an earlier visit is waited for so long at the most. spec 9 (time constants) */
export const announcementMost = 3 * second
/** A `KitProvider` gets so long to take up `kit.open()`. spec 9 (time constants) */
export const modalMount = 5 * second
/** After so long a screen that waits for a wallet says what may be wrong. spec 9 (time constants) */
export const slowHint = 10 * second
/** A browser that copies a text. One that reads the clipboard asks its visitor, who has the time of a decision. spec 9 (time constants) */
export const clipboardWrite = 5 * second
/** After so long on a phone, a page that is still in front says what to do when no app opened. screens, ConnectingWalletConnect */
export const openHint = 2 * second
/** A connection that worked is shown so long before the modal goes away. */
export const successShown = 700
/** One HTTP request, retries not counted. api 11 */
export const httpRequest = 10 * second
/** First wait before an HTTP or RPC request is repeated; doubles every time. spec 7, 9 */
export const retryBase = 150
/** The longest wait that a Retry-After header is followed for. */
export const retryAfterMost = 30 * second
/** The relay socket is looked at so often. spec 9 */
export const heartbeat = 5 * second
/** A relay socket that brought nothing for so long is dead; one that lasted so long has lived. spec 9 */
export const relayHeartbeat = 35 * second
/** What was lost with a relay socket goes out again after so long. spec 9 (time constants) */
export const relayRepeat = 3 * second
/** Grows with every attempt: 1, 2, 3, 4, 5 times. relay 1 */
export const relayPause = second
export const relayConnect = 15 * second
/** After so long without a socket, who waits for a code is told that it takes longer than usual. spec 9 (time constants) */
export const relayHint = 3 * second
export const relayPublish = minute
export const relayPublishInitial = 15 * second
export const relayMessage = 6 * hour
export const pairing = 5 * minute
/** A code is shown for so long, and another in its place: who scanned it in its last second has a minute to approve. spec 9 (time constants: 4 minutes) */
export const pairingShown = 4 * minute
export const relayHistory = 30 * day
/** The list of supported chains. api 2 (max-age) */
export const supportedChains = day
/** The list of wallets, at the least. api 12 */
export const walletList = 2 * hour
/** A list of wallets may still sort itself for so long after it was opened; then nothing of it moves down. */
export const rowsSettled = 400
/** Places of wallets that are on their way to a list are held for so long. spec 9 (time constants) */
export const placesHeld = 10 * second
/** Between the last key of a search for a wallet and the question to the API. screens, AllWallets */
export const walletSearch = 200
