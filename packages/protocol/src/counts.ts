/** Every count and size of the product. docs/contracts/product.md#limits */

/** Repetitions after the first attempt. docs/contracts/product.md#retries */
export const retries = 3
/** Max wallets that are stored as recent. */
export const recentWallets = 2
/**
 * Max consecutive visits on which the wallet of the earlier visit did not appear. After that the
 * kit removes the wallet.
 */
export const missedVisits = 3
/** Max own transactions that are followed at the same time. */
export const pendingTransactions = 99
/** Max blocks that a site may wait for, the transaction's own included. */
export const confirmations = 1_000
/** Attempts to reach the relay. docs/contracts/product.md#relay-client */
export const relayAttempts = 5
/** Topics in one batch subscribe. docs/contracts/relay.md#methods */
export const relayBatchTopics = 500
/** Max messages of a topic that are remembered, to recognise repetitions. */
export const relaySeenMessages = 200
/** Max remembered deletions. docs/contracts/product.md#relay-client */
export const recentlyDeleted = 200
/**
 * Digits after the point of a displayed quantity. docs/contracts/product.md#amounts-and-addresses
 */
export const quantityDecimals = 3
/**
 * Leading and trailing characters of a shortened address.
 * docs/contracts/product.md#amounts-and-addresses
 */
export const addressHead = 4
export const addressTail = 6
/** Characters of an e-mail address. RFC 5321, 4.5.3.1.3 */
export const emailAddress = 254
/** Rows of one history page. docs/contracts/api.md#history */
export const historyPage = 50
/** Characters of a cursor. */
export const historyCursor = 4_096
/** Transfers of one transaction that a history row shows. */
export const historyTransfers = 100
/** NFTs of one page. */
export const nftPage = 50
/** Bytes of an NFT's metadata, and of a picture inside it. */
export const nftMetadataBytes = 128 * 1024
/** Characters of an NFT's description. */
export const nftDescription = 512
/** Wallets of one list page. docs/contracts/api.md#wallet-list */
export const walletPage = 40
/** Wallets of one answer to a search, and the max of any answer. */
export const walletSearchPage = 100
/** Wallets recommended on the Connect screen. */
export const walletsRecommended = 4
/** Ids or names in one `include` or `exclude`. */
export const walletIds = 100
/** Characters of a wallet's id, of its name in a list, and of its picture's id. */
export const walletId = 128
/** Characters of a link of a wallet. */
export const walletLink = 2_048
/** Networks that a wallet may name. */
export const walletChains = 256
/** Max characters of a search for a wallet, and the min with which it begins. */
export const walletSearch = 100
export const minWalletSearch = 2
/** Version of the embedded wallet's protocol. docs/contracts/frame.md#envelope */
export const frameVersion = 4
/** Slippage of a swap, in percent. docs/contracts/product.md#swapping */
export const slippagePercent = 1
/** The highest slippage of a swap, in percent. docs/contracts/api.md#swap-transaction */
export const maxSlippage = 50
/** Tokens in one list of swappable tokens. */
export const swapTokens = 1_000
/** Offers in one answer, paths of one offer, and steps of one path. */
export const swapQuotes = 10
export const swapPaths = 16
export const swapSteps = 8
/** Characters of the data of a swap's transaction, in hex. */
export const swapData = 131_072
/** Max quotes, providers, currencies, and networks of a currency in one on-ramp answer. */
export const onrampQuotes = 20
export const onrampProviders = 50
export const onrampCurrencies = 200
export const onrampNetworks = 100
/** Bytes of a provider's webhook about an order, and max orders in one request for a history. */
export const onrampWebhookBytes = 64 * 1024
export const onrampKnownOrders = 50
/** Max purchases that a browser stores. */
export const onrampOrders = 50
/** Max displayed characters of the name of a wallet, token or network. */
export const foreignName = 64
/** Bytes of a picture that a wallet may announce as a data URI. */
export const foreignIconBytes = 256 * 1024
/** Max addresses that are read of one wallet: the selected one and the next ones. */
export const walletAccounts = 100
/** Max wallets that may announce themselves on one page. */
export const announcedWallets = 100
/** Tokens in one `forceUpdate`, addresses in one price request. */
export const apiBatch = 100
/** Max bytes of an API answer, or of an API error, that a page reads. */
export const apiAnswerBytes = 10 * 1024 * 1024
export const apiFailureBytes = 64 * 1024
/**
 * Max nesting of objects and lists in an answer of the API; the next: all of its members and items
 * together.
 */
export const apiAnswerDepth = 32
export const apiAnswerValues = 500_000
/**
 * Max rows that a page reads of one page of history or NFTs from any service, and max transfers of
 * one transaction.
 */
export const apiRows = 1_000
/** Max rows of a balance. Those with the highest value come first, and the rest is left out. */
export const balanceRows = 1_000
/** Networks that an API may read. */
export const apiNetworks = 1_000
/** Bytes of a request body that the API reads. */
export const apiBodyBytes = 256 * 1024
/**
 * Max nesting of objects and lists in a request body; the next: all of its members and items
 * together.
 */
export const apiBodyDepth = 64
export const apiBodyValues = 20_000
/** Max characters of a CAIP-10 id, with a margin. */
export const accountId = 200
/** Requests in one RPC batch. */
export const rpcBatch = 100
/** Max bytes of an RPC answer that is forwarded. docs/contracts/api.md#json-rpc */
export const rpcAnswerBytes = 10 * 1024 * 1024
/** Max tries of the code of an e-mail. docs/contracts/wallet-server.md#one-time-code */
export const codeTries = 5
