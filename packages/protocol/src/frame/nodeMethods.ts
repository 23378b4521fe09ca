/**
 * The methods of RPC_REQUEST that read, or send a signed transaction. They need no approval. The
 * frame forwards them to its own node, except `eth_accounts` and `eth_chainId`, which it answers
 * itself.
 * docs/contracts/frame.md#read-methods
 */
export const frameReadMethods: readonly string[] = [
  'eth_accounts',
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
  ...frameReadMethods.filter((method) => method !== 'eth_accounts'),
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
