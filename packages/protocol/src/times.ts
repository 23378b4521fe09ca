/** The waiting times of the product, in milliseconds. docs/contracts/product.md#times */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Min time between two codes mailed to one address. docs/contracts/product.md#embedded-wallet */
export const emailCooldown = 30 * second
/** For this long, cached balances are used. */
export const balanceCache = 30 * second
/** For this long, cached names of addresses are used. */
export const nameCache = 5 * minute
/** For this long, the cached name and avatar of an address are used. */
export const identityCache = 5 * minute
/**
 * After balances failed to load, they are requested again only after this time.
 * docs/contracts/product.md#balances
 */
export const balanceRetryBlock = 30 * second
/**
 * Time between the end of one toast and the next toast. docs/contracts/product.md#toasts-and-alerts
 */
export const toastSwap = 150
/** A toast that closes by itself is shown for this long. */
export const toast = 3 * second
/** Time limit of the embedded wallet's requests that connect. docs/contracts/frame.md#times */
export const connectRequest = 30 * second
/**
 * Time limit of a whole login by e-mail. It consists of the code, the link and the questions of the
 * frame, each of which is valid for 20 minutes.
 */
export const login = hour
/**
 * Time limit, from the press on, to get the URL of a company's page. docs/contracts/frame.md#times
 */
export const socialUri = 45 * second
/** Time between two checks whether a login's window was closed. docs/contracts/frame.md#times */
export const socialPoll = second
/** After this time, a login's window that no login uses is closed. */
export const socialWindow = 15 * second
/** Time limit until the embedded wallet's frame is ready. docs/contracts/frame.md#times */
export const frameReady = 20 * second
/** Time between two hello messages, which begin the handshake with the frame. */
export const frameHello = 100
/**
 * For this long, the embedded wallet's codes, links and logins at a company are valid.
 * docs/contracts/wallet-server.md#limits
 */
export const codeLife = 20 * minute
/**
 * Time limit of a visitor's step in the embedded wallet's frame. It is a minute longer than the
 * frame waits for a link, so that the frame itself reports that the link has expired.
 */
export const framePerson = codeLife + minute
/**
 * For this long after the return from the wallet's own page, a repetition of the same request gets
 * the stored answer.
 */
export const answerStored = 5 * minute
/** Time limit to check, when the page loads, whether a wallet is still authorised. */
export const reconnect = 10 * second
/**
 * At page load, the last used wallet gets this head start, so that no other wallet appears first.
 * docs/contracts/product.md#reconnecting
 */
export const reconnectLead = 250
/** Time limit of a request to a wallet to disconnect. */
export const disconnect = 10 * second
/** Time limit for a person to decide in a wallet: to connect, to sign, to switch. */
export const walletDecision = 4 * minute
/**
 * Time from the page's first paint to the start of the kit. It is two frames long, so that wallets
 * and storage do not delay the first paint. docs/architecture.md#chunks-and-budgets
 */
export const firstPaint = 32
/**
 * In a browser that does not report idle time, a loaded page counts as idle after this time.
 * docs/architecture.md#chunks-and-budgets
 */
export const idle = 200
/**
 * Wallets in the page have this time to announce themselves before the kit looks for an earlier
 * connection. EIP-6963
 */
export const announcement = 50
/**
 * The kit waits this long for the wallet of an earlier visit.
 * docs/contracts/product.md#reconnecting
 */
export const maxAnnouncementWait = 3 * second
/**
 * Two visits without the wallet count as two only if this much time is between them, so that
 * reloads and several tabs count as one visit.
 */
export const visitPause = 12 * hour
/** A `KitProvider` has this time to handle `kit.open()`. */
export const modalMount = 5 * second
/** A screen that waits for a wallet shows possible problems after this time. */
export const slowHint = 10 * second
/**
 * Time limit to copy a text to the clipboard. Reading the clipboard may need the visitor's consent,
 * so it has the time limit of a decision.
 */
export const clipboardWrite = 5 * second
/**
 * On a phone, a page that is still in front after this time shows help, because no app has opened.
 */
export const openHint = 2 * second
/** A successful connection is shown for this long before the modal closes. */
export const successShown = 700
/** For this long, the page shows a message that the tab will leave it. */
export const leavingShown = 2 * second
/** Time limit of one HTTP request, without its repetitions. docs/contracts/product.md#retries */
export const httpRequest = 10 * second
/** If a node does not answer within this time, the request is repeated at another node. */
export const nodeRepeat = 3 * second
/** Time limit of a whole call of a kit function: several requests with their repetitions. */
export const answer = minute
/** Time limit of a site's call that waits until a transaction has ended. */
export const transaction = 10 * minute
/** Time between two checks how many blocks have confirmed a transaction. */
export const confirmations = 4 * second
/**
 * Pause before an HTTP or RPC request is repeated for the first time; it doubles each time.
 * docs/contracts/product.md#retries
 */
export const retryBase = 150
/** The kit obeys a `Retry-After` up to this time. docs/contracts/product.md#retries */
export const maxRetryAfter = 30 * second
/** Time between two checks of the relay's socket. docs/contracts/product.md#relay-client */
export const heartbeat = 5 * second
/**
 * A relay's socket that is silent for this long is dead; one that lives for this long is stable.
 */
export const relayHeartbeat = 35 * second
/** Pause before a request that was lost with a relay's socket is sent again. */
export const relayRepeat = 3 * second
/** A socket that was opened on a touch stays open for this long, until the press uses it. */
export const relayPreconnect = 5 * second
/**
 * Pause before an attempt to reconnect to the relay. It is multiplied by 1, 2, 3, 4 and 5.
 * docs/contracts/relay.md#client-behaviour
 */
export const relayPause = second
export const relayConnect = 15 * second
/**
 * If there is no socket after this time, the QR code's screen says that it takes longer than usual.
 */
export const relayHint = 3 * second
export const relayPublish = minute
export const relayPublishInitial = 15 * second
export const relayMessage = 6 * hour
export const pairing = 5 * minute
/**
 * A QR code is shown for this long; then another replaces it. A phone that scans it in the last
 * second still has a minute to approve. docs/contracts/product.md#connect-screen
 */
export const pairingShown = 4 * minute
export const relayHistory = 30 * day
/**
 * For this long, the cached list of supported chains is used.
 * docs/contracts/api.md#supported-chains
 */
export const supportedChains = day
/** For at least this long, the cached list of wallets is used. docs/contracts/api.md#wallet-list */
export const walletList = 2 * hour
/** A list of wallets may change its order for this long after it opened. Then no row moves down. */
export const rowsSettled = 400
/** For this long, a list keeps places free for wallets that are still loading. */
export const placesHeld = 10 * second
/** Time between two checks of a purchase. docs/contracts/product.md#buying */
export const onrampLook = 4 * second
/**
 * If a purchase does not change for this long, its screen offers to try again.
 * docs/contracts/product.md#buying
 */
export const onrampPatience = 3 * minute
/**
 * A provider's clock may be behind the visitor's device by this much. A purchase may then seem to
 * begin earlier than it did.
 */
export const onrampClock = 2 * minute
/** A provider's offer without an end is valid for this long. */
export const onrampOffer = 30 * second
/** For this long, the cached on-ramp options are used. */
export const onrampOptions = 5 * minute
/** The kit expects no further change of a purchase after this time. */
export const onrampOrder = day
/** Pause between the last typed key of an amount and the request for quotes. */
export const onrampQuote = 300
/**
 * Pause between the last typed key of a wallet search and the request to the API. The first change
 * after a pause is requested at once.
 */
export const walletSearch = 200
/** For this long, the cached list of swappable tokens is used. */
export const swapTokens = hour
/**
 * Pause between the last typed key of an amount and the request for quotes, and time between two
 * such requests while the screen is visible. docs/contracts/product.md#swapping
 */
export const swapDebounce = 200
export const swapRequote = 10 * second
/**
 * For this long, the kit offers to continue a swap that was approved but not sent, and waits for
 * the transaction of a swap.
 */
export const swapBegun = day
