/** Every waiting time of the product, in milliseconds. docs/contracts/product.md#times */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Between two codes sent to one e-mail address. docs/contracts/product.md#embedded-wallet */
export const emailCooldown = 30 * second
/** Life of cached balances. */
export const balanceCache = 30 * second
/** Life of cached names of addresses. */
export const nameCache = 5 * minute
/** Life of the cached name and avatar of an address. */
export const identityCache = 5 * minute
/**
 * Pause before new attempts to read balances after one failed. docs/contracts/product.md#balances
 */
export const balanceRetryBlock = 30 * second
/**
 * Between closing one toast and showing the next. docs/contracts/product.md#toasts-and-alerts
 */
export const toastSwap = 150
/** Life of a toast that closes automatically. */
export const toast = 3 * second
/** Limit of the embedded wallet's requests that connect. docs/contracts/frame.md#times */
export const connectRequest = 30 * second
/**
 * Time limit of a whole login by e-mail: the code, the link and the questions of the frame, each of
 * which is valid for 20 minutes.
 */
export const login = hour
/** Time limit for the URL of a company's page, from the press on. docs/contracts/frame.md#times */
export const socialUri = 45 * second
/** Between two checks whether the window of a login was closed. docs/contracts/frame.md#times */
export const socialPoll = second
/** Life of a login's window that no login uses. */
export const socialWindow = 15 * second
/** Time limit until the embedded wallet's frame is ready. docs/contracts/frame.md#times */
export const frameReady = 20 * second
/** Between two messages that begin the handshake with the frame. */
export const frameHello = 100
/**
 * Life of a code, a link and a login at a company of the embedded wallet.
 * docs/contracts/wallet-server.md#limits
 */
export const codeLife = 20 * minute
/**
 * Time limit of the visitor's steps in the embedded wallet's frame. It is a minute longer than the
 * frame waits for a link, so that the frame itself reports that the link has expired.
 */
export const framePerson = codeLife + minute
/**
 * Time after the return from the wallet's own page in which a repetition of the same request gets
 * the stored answer.
 */
export const answerStored = 5 * minute
/** Time limit of the silent check at page load whether a wallet is still authorised. */
export const reconnect = 10 * second
/**
 * Head start of the last used wallet, so that no other wallet appears first.
 * docs/contracts/product.md#reconnecting
 */
export const reconnectLead = 250
/** Limit of a disconnect request to a wallet. */
export const disconnect = 10 * second
/** Time limit of a person's decision in a wallet: connect, sign, switch. */
export const walletDecision = 4 * minute
/**
 * Time from the page's first paint to the kit's start, two frames, because wallets and storage must
 * not delay the first paint. docs/architecture.md#chunks-and-budgets
 */
export const firstPaint = 32
/**
 * Time after which a loaded page counts as idle, in browsers that do not report it.
 * docs/architecture.md#chunks-and-budgets
 */
export const idle = 200
/**
 * Time for wallets on the page to announce themselves before the kit looks for an earlier
 * connection. EIP-6963
 */
export const announcement = 50
/** Longest wait for the wallet of an earlier visit. docs/contracts/product.md#reconnecting */
export const maxAnnouncementWait = 3 * second
/**
 * Min time between two visits on which a missing wallet is counted, so that reloads and several
 * tabs count as one visit.
 */
export const visitPause = 12 * hour
/** Time for a `KitProvider` to handle `kit.open()`. */
export const modalMount = 5 * second
/** Time after which a screen that waits for a wallet names possible problems. */
export const slowHint = 10 * second
/**
 * Time limit to copy a text to the clipboard. A read needs the visitor's consent, and has the time
 * of a decision.
 */
export const clipboardWrite = 5 * second
/**
 * Time on a phone after which a page that is still in front shows help, because no app has opened.
 */
export const openHint = 2 * second
/** Time for which a successful connection is shown before the modal closes. */
export const successShown = 700
/** Time for which the page announces that the tab will leave. */
export const leavingShown = 2 * second
/** One HTTP request, without its retries. docs/contracts/product.md#retries */
export const httpRequest = 10 * second
/** Time after which a request to a silent node is repeated at another node, if there is one. */
export const nodeRepeat = 3 * second
/** Limit of a whole call of a kit function by a site: several requests with their retries. */
export const answer = minute
/** Time limit of a site's own call that waits until a transaction has ended. */
export const transaction = 10 * minute
/** Pause between two counts of the blocks that have confirmed a transaction. */
export const confirmations = 4 * second
/**
 * First pause before an HTTP or RPC request is repeated; it doubles every time.
 * docs/contracts/product.md#retries
 */
export const retryBase = 150
/** The longest `Retry-After` that the kit obeys. docs/contracts/product.md#retries */
export const maxRetryAfter = 30 * second
/** Pause between two checks of the relay socket. docs/contracts/product.md#relay-client */
export const heartbeat = 5 * second
/** Silence after which a relay socket is dead; lifetime after which it counts as stable. */
export const relayHeartbeat = 35 * second
/** Pause before a request that was lost with a relay socket is sent again. */
export const relayRepeat = 3 * second
/** Time for which a socket that was opened on a touch stays open before the press uses it. */
export const relayPreconnect = 5 * second
/**
 * Pause before an attempt to reconnect. It grows with every attempt: 1, 2, 3, 4, 5 times.
 * docs/contracts/relay.md#client-behaviour
 */
export const relayPause = second
export const relayConnect = 15 * second
/**
 * Time without a socket after which the screen of a QR code says that it takes longer than usual.
 */
export const relayHint = 3 * second
export const relayPublish = minute
export const relayPublishInitial = 15 * second
export const relayMessage = 6 * hour
export const pairing = 5 * minute
/**
 * Time for which a QR code is shown before another replaces it. A phone that scanned it in its last
 * second has a minute to approve. docs/contracts/product.md#connect-screen
 */
export const pairingShown = 4 * minute
export const relayHistory = 30 * day
/** Life of the cached list of supported chains. docs/contracts/api.md#supported-chains */
export const supportedChains = day
/** Min life of the cached list of wallets. docs/contracts/api.md#wallet-list */
export const walletList = 2 * hour
/** Time after opening in which a list of wallets may still reorder; then no row moves down. */
export const rowsSettled = 400
/** Time for which a list reserves places for wallets that are loading. */
export const placesHeld = 10 * second
/** Pause between two checks of a purchase. docs/contracts/product.md#buying */
export const onrampLook = 4 * second
/**
 * Time without a change of a purchase after which its screen offers to try again.
 * docs/contracts/product.md#buying
 */
export const onrampPatience = 3 * minute
/**
 * Time by which a provider's clock may be behind that of the visitor's device. A purchase may then
 * seem to begin earlier than it did.
 */
export const onrampClock = 2 * minute
/** Life of a provider's offer without an end. */
export const onrampOffer = 30 * second
/** Life of the cached on-ramp options. */
export const onrampOptions = 5 * minute
/** Time after which the kit expects no further change of a purchase. */
export const onrampOrder = day
/** Pause between the last key of an amount and the request for quotes. */
export const onrampQuote = 300
/** Pause between the last key of a search for a wallet and the request to the API. */
export const walletSearch = 200
/** Life of the cached list of swappable tokens. */
export const swapTokens = hour
/**
 * Pause between the last key of an amount and the request for quotes; the next: between two
 * requests while the screen is visible. docs/contracts/product.md#swapping
 */
export const swapDebounce = 200
export const swapRequote = 10 * second
/**
 * Time for which the kit offers to continue a swap that was approved and not sent, and for which it
 * waits for the transaction of a swap.
 */
export const swapBegun = day
