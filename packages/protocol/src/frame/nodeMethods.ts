/** Methods of RPC_REQUEST that ask nobody; the frame passes them to its own node. frame 4 */
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
/** What the frame itself asks a node beside them; a site can't. */
export const frameNodeMethods: readonly string[] = [
  ...frameReadMethods.filter((method) => method !== 'eth_accounts'),
  'eth_simulateV1',
]
/** How the frame hands a transaction to a node of Solana. */
export const frameSolanaSend = 'sendTransaction'
/**
 * What the frame asks a node of Solana: whether a block, or a nonce, is the network's own, and
 * whose a token account is; beside them it hands over transactions.
 */
export const frameSolanaMethods: readonly string[] = [
  'isBlockhashValid',
  'getMultipleAccounts',
  frameSolanaSend,
]
