/** The counts and sizes of the product. docs/contracts/product.md#limits */

/** How often a failed request is repeated. docs/contracts/product.md#retries */
export const retries = 3
/** Max wallets that are stored as recently used. */
export const recentWallets = 2
/**
 * Max visits in a row on which the wallet of an earlier visit did not appear. Then the kit forgets
 * this wallet.
 */
export const missedVisits = 3
/** Max transactions of this browser that are followed at the same time. */
export const pendingTransactions = 99
/** Max confirmations for which a site may wait; the transaction's own block counts. */
export const confirmations = 1_000
/** Max attempts in a row to reach the relay. docs/contracts/product.md#relay-client */
export const relayAttempts = 5
/** Max topics in one batch subscribe. docs/contracts/relay.md#methods */
export const relayBatchTopics = 500
/** Max messages of a topic whose ids are stored, to recognise repeated messages. */
export const relaySeenMessages = 200
/** Max deletions that are stored. docs/contracts/product.md#relay-client */
export const recentlyDeleted = 200
/** Decimals of a displayed quantity. docs/contracts/product.md#amounts-and-addresses */
export const quantityDecimals = 3
/**
 * How many characters a shortened address keeps at its start and at its end.
 * docs/contracts/product.md#amounts-and-addresses
 */
export const addressHead = 4
export const addressTail = 6
/** Max characters of an e-mail address. RFC 5321, 4.5.3.1.3 */
export const emailAddress = 254
/** Rows of one page of the history. docs/contracts/api.md#history */
export const historyPage = 50
/** Max characters of a cursor, which identifies a page of the history. */
export const historyCursor = 4_096
/** Max transfers of one transaction in a row of the history. */
export const historyTransfers = 100
/** Max NFTs of one page. */
export const nftPage = 50
/** Max bytes of an NFT's metadata, and of a picture inside it. */
export const nftMetadataBytes = 128 * 1024
/** Max characters of an NFT's description. */
export const nftDescription = 512
/** Wallets on one page of a list. docs/contracts/api.md#wallet-list */
export const walletPage = 40
/** Wallets on one page of a search's results, and the max of any page. */
export const walletSearchPage = 100
/** Wallets that the Connect screen recommends. */
export const walletsRecommended = 4
/** Max ids or names in one `include` or `exclude`. */
export const walletIds = 100
/** Max characters of a wallet's id, of its name in a list, and of its picture's id. */
export const walletId = 128
/** Max characters of a link of a wallet. */
export const walletLink = 2_048
/** Max networks of a wallet. */
export const walletChains = 256
/** The max and the min length of a search for a wallet, in characters. */
export const walletSearch = 100
export const minWalletSearch = 2
/** The version of the embedded wallet's protocol. docs/contracts/frame.md#envelope */
export const frameVersion = 4
/** The default slippage of a swap, in percent. docs/contracts/product.md#swapping */
export const slippagePercent = 1
/** The max slippage of a swap, in percent. docs/contracts/api.md#swap-transaction */
export const maxSlippage = 50
/** Max tokens in one list of swappable tokens. */
export const swapTokens = 1_000
/** Max quotes in one answer, paths of one quote, and steps of one path. */
export const swapQuotes = 10
export const swapPaths = 16
export const swapSteps = 8
/** Max characters of the data of a swap's transaction, in hex. */
export const swapData = 131_072
/** Max quotes, providers, currencies, and networks of one currency in an on-ramp answer. */
export const onrampQuotes = 20
export const onrampProviders = 50
export const onrampCurrencies = 200
export const onrampNetworks = 100
/**
 * Max bytes of a provider's webhook about an order, and max orders in one request for a history.
 */
export const onrampWebhookBytes = 64 * 1024
export const onrampKnownOrders = 50
/** Max purchases that a browser stores. */
export const onrampOrders = 50
/** Max displayed characters of the name of a wallet, token or network. */
export const foreignName = 64
/** Max bytes of a picture that a wallet announces as a data URI. */
export const foreignIconBytes = 256 * 1024
/** Max addresses that are read from one wallet, beginning with the selected one. */
export const walletAccounts = 100
/** Max wallets that may announce themselves in one page. */
export const announcedWallets = 100
/** Max tokens in one `forceUpdate`, and max addresses in one price request. */
export const apiBatch = 100
/** Max bytes that a page reads of an API's answer, and of an API's error. */
export const apiAnswerBytes = 10 * 1024 * 1024
export const apiFailureBytes = 64 * 1024
/**
 * Max nesting of objects and lists in an API's answer, and max number of all its members and items
 * together.
 */
export const apiAnswerDepth = 32
export const apiAnswerValues = 500_000
/**
 * Max rows that a page reads of one page of history or NFTs, and max transfers of one transaction.
 * It also holds for services that are not Latchkey's.
 */
export const apiRows = 1_000
/**
 * Max rows of a balance. The rows with the highest values come first; further rows are left out.
 */
export const balanceRows = 1_000
/** Max networks that an API may read. */
export const apiNetworks = 1_000
/** Max bytes of a request body that the API reads. */
export const apiBodyBytes = 256 * 1024
/**
 * Max nesting of objects and lists in a request body, and max number of all its members and items
 * together.
 */
export const apiBodyDepth = 64
export const apiBodyValues = 20_000
/** Max characters of a CAIP-10 id, with a margin. */
export const accountId = 200
/** Max requests in one RPC batch. */
export const rpcBatch = 100
/** Max bytes of an RPC answer that is forwarded. docs/contracts/api.md#json-rpc */
export const rpcAnswerBytes = 10 * 1024 * 1024
/** Max tries for a mailed code. docs/contracts/wallet-server.md#one-time-code */
export const codeTries = 5
/** Max bytes of the call data of a user operation, and of a paymaster's data. */
export const userOperationData = 64 * 1024
/** Max requests in one batch to the bundler or the paymaster. docs/contracts/api.md#bundler */
export const operationBatch = 10
/** Max sessions of an account in one answer. docs/contracts/api.md#sessions */
export const sessions = 255
/** Max contracts, functions, recipients or redeemers of one session. */
export const sessionTargets = 8
/** Max permissions, and max policies, of one request for a session. */
export const sessionParts = 8
/** Max characters of a site's reason for a session. */
export const justification = 512
