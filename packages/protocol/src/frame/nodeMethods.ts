/** The methods of RPC_REQUEST that the frame answers from the account that the site may know. */
const accountMethods = ['eth_accounts', 'getAccountAddresses']
/**
 * The methods of RPC_REQUEST that read, or send a signed transaction. They need no approval. The
 * frame forwards them to its own node, except `eth_accounts`, `getAccountAddresses` and
 * `eth_chainId`, which it answers itself.
 * docs/contracts/frame.md#read-methods
 */
export const frameReadMethods: readonly string[] = [
  ...accountMethods,
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
]
/**
 * The methods that the frame may send to an EVM node. A site cannot request those that are added
 * here.
 */
export const frameNodeMethods: readonly string[] = [
  ...frameReadMethods.filter((method) => !accountMethods.includes(method)),
  'eth_simulateV1',
]
/** The method by which the frame sends a transaction to a Solana node. */
export const frameSolanaSend = 'sendTransaction'
/**
 * The methods that the frame sends to a Solana node. They check that a blockhash or a nonce belongs
 * to the network, read the owner of a token account, and send transactions.
 */
export const frameSolanaMethods: readonly string[] = [
  'isBlockhashValid',
  'getMultipleAccounts',
  frameSolanaSend,
]
/** The method by which the frame sends a Bitcoin transaction to an Esplora. */
export const frameBitcoinSend = 'broadcast'
/**
 * The methods that the frame calls for Bitcoin. The wallet's server answers them from an Esplora.
 * docs/contracts/wallet-server.md#esplora
 */
export const frameBitcoinMethods = [
  'rawTransaction',
  'coins',
  'feeEstimates',
  frameBitcoinSend,
] as const
/**
 * The methods that the frame calls for Polkadot's networks: the metadata of the runtime, the fee of
 * a transaction, and entries of the storage.
 */
export const framePolkadotMethods = ['state_call', 'state_getMetadata', 'state_getStorage'] as const
/** The functions of a runtime that the frame calls by `state_call`. */
export const framePolkadotFunctions: readonly string[] = [
  'Metadata_metadata_at_version',
  'TransactionPaymentApi_query_info',
]
