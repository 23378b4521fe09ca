/**
 * Every waiting time of the product, in milliseconds; "spec n" is a section of the specification,
 * "api n" one of the API contract.
 */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Between two codes sent to one e-mail address. spec 9 */
export const emailCooldown = 30 * second
/** Answers of the balance service. spec 9 */
export const balanceCache = 30 * second
/** Names of addresses. spec 9 */
export const nameCache = 5 * minute
/** Name and avatar of an address. spec 9 */
export const identityCache = 5 * minute
/** Pause before new attempts at balances after one failed. spec 4, 9 */
export const balanceRetryBlock = 30 * second
/** Between closing one toast and showing the next. spec 4, 9 */
export const toastSwap = 150
/** A toast that closes by itself. spec 9 (time constants) */
export const toast = 3 * second
/** Connection-type requests of the embedded wallet. spec 4, 9 */
export const connectRequest = 30 * second
/**
 * A whole login by e-mail: the code, the link and what the frame asks, each of which lives 20
 * minutes. frame 5, 10
 */
export const login = hour
/** The address of a company's page, from the press on. frame 5 (45 s timer) */
export const socialUri = 45 * second
/** Between two looks whether the window of a login was closed. frame 5 (polled each 1 s) */
export const socialPoll = second
/** A window of a login that no login has taken. */
export const socialWindow = 15 * second
/** The embedded wallet's frame until it is ready. frame 10 */
export const frameReady = 20 * second
/** Between two messages that begin the handshake with the frame. */
export const frameHello = 100
/** A code, a link and a login at a company of the embedded wallet. frame 5, 10 */
export const codeLife = 20 * minute
/**
 * What a person does in the embedded wallet's frame: a minute longer than the frame waits for a
 * link, so that the frame is the one to tell that it has expired. frame 5, 10
 */
export const framePerson = codeLife + minute
/**
 * Time after the return from the wallet's own page in which the same request, asked once more, gets
 * the answer of then.
 */
export const answerStored = 5 * minute
/** Silent check at page load whether a wallet is still authorised. spec 9 (time constants) */
export const reconnect = 10 * second
/**
 * Head start of the wallet that was used last, so that no other is shown in its place for a moment.
 * spec 4 (the order)
 */
export const reconnectLead = 250
/** Telling a wallet that the site has disconnected. spec 9 (time constants) */
export const disconnect = 10 * second
/** Decision of a person in a wallet: connect, sign, switch. spec 9 (time constants: 4 minutes) */
export const walletDecision = 4 * minute
/**
 * Time from the page's first drawing to the kit's start, two frames: wallets and storage must not
 * delay the first paint. design, Budgets
 */
export const firstPaint = 32
/**
 * Time after which a loaded page counts as idle, in browsers that do not report it. design, Chunks
 * and budgets
 */
export const idle = 200
/**
 * Time for wallets on the page to announce themselves before the kit looks for an earlier
 * connection. EIP-6963
 */
export const announcement = 50
/** Longest wait for the wallet of an earlier visit. spec 9 (time constants) */
export const announcementMost = 3 * second
/**
 * Least time between two visits on which a missing wallet is counted: reloads and several tabs are
 * one visit.
 */
export const visitPause = 12 * hour
/** Time for a `KitProvider` to handle `kit.open()`. spec 9 (time constants) */
export const modalMount = 5 * second
/**
 * Time after which a screen that waits for a wallet names possible problems. spec 9 (time
 * constants)
 */
export const slowHint = 10 * second
/**
 * Copying a text to the clipboard. Reading it needs the visitor's consent, which has the time of a
 * decision. spec 9 (time constants)
 */
export const clipboardWrite = 5 * second
/**
 * Time on a phone after which a page that is still in front says what to do when no app opened.
 * screens, ConnectingWalletConnect
 */
export const openHint = 2 * second
/** Time for which a successful connection is shown before the modal closes. */
export const successShown = 700
/** Time for which it is told that the tab leaves, before it does. */
export const leavingTold = 2 * second
/** One HTTP request, without its retries. api 11 */
export const httpRequest = 10 * second
/**
 * The repetition of a request to a node that has not answered in time, while there is another node
 * to ask.
 */
export const nodeRepeat = 3 * second
/**
 * A whole answer that a site asks for by a function of the kit: several requests with their
 * retries.
 */
export const answer = minute
/** The wait of a site's own call until a transaction has ended. */
export const transaction = 10 * minute
/** Pause between two counts of the blocks that have confirmed a transaction. */
export const confirmations = 4 * second
/** First wait before an HTTP or RPC request is repeated; doubles every time. spec 7, 9 */
export const retryBase = 150
/** The longest `Retry-After` that is followed. */
export const retryAfterMost = 30 * second
/** Pause between two checks of the relay socket. spec 9 */
export const heartbeat = 5 * second
/** Silence after which a relay socket is dead; lifetime after which it counts as stable. spec 9 */
export const relayHeartbeat = 35 * second
/**
 * Pause before a request that was lost with a relay socket is sent again. spec 9 (time constants)
 */
export const relayRepeat = 3 * second
/**
 * Time for which a socket that was opened with the press of a finger waits for what the press
 * starts. spec 9 (time constants)
 */
export const relayPreconnect = 5 * second
/** Grows with every attempt: 1, 2, 3, 4, 5 times. relay 1 */
export const relayPause = second
export const relayConnect = 15 * second
/**
 * Time without a socket after which a visitor who waits for a code reads that it takes longer than
 * usual. spec 9 (time constants)
 */
export const relayHint = 3 * second
export const relayPublish = minute
export const relayPublishInitial = 15 * second
export const relayMessage = 6 * hour
export const pairing = 5 * minute
/**
 * Time for which a code is shown before another replaces it: a phone that scanned it in its last
 * second has a minute to approve. spec 9 (time constants: 4 minutes)
 */
export const pairingShown = 4 * minute
export const relayHistory = 30 * day
/** The list of supported chains. api 2 (max-age) */
export const supportedChains = day
/** The list of wallets, at the least. api 12 */
export const walletList = 2 * hour
/**
 * Time for which a list of wallets may still sort itself after it was opened; then no row moves
 * down.
 */
export const rowsSettled = 400
/**
 * Time for which places in a list are kept for wallets that are loading. spec 9 (time constants)
 */
export const placesHeld = 10 * second
/** Pause between two looks at a purchase. api 9.1 */
export const onrampLook = 4 * second
/** Time without news of a purchase after which its screen offers to try again. api 9.1 */
export const onrampPatience = 3 * minute
/**
 * By how much a provider's time of a purchase may be before its beginning by the clock of the
 * visitor's device.
 */
export const onrampClock = 2 * minute
/** Time for which an offer of a provider counts where it names no end. */
export const onrampOffer = 30 * second
/** Time for which what can be bought, and where, is not asked again. */
export const onrampOptions = 5 * minute
/** Time after which nothing more is expected of a purchase. */
export const onrampOrder = day
/** Pause between the last key of an amount and the request for offers. */
export const onrampQuote = 300
/**
 * Pause between the last key of a search for a wallet and the request to the API. screens,
 * AllWallets
 */
export const walletSearch = 200
/** The list of tokens that can be swapped. */
export const swapTokens = hour
/**
 * Pause between the last key of an amount and the request for offers; between two requests while
 * the screen is shown. screens, Swap
 */
export const swapDebounce = 200
export const swapRequote = 10 * second
/**
 * Time for which a swap that was allowed and not sent is offered again, and for which a transaction
 * of it is waited for.
 */
export const swapBegun = day
