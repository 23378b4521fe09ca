import { eth_accounts } from './methods/eth_accounts.ts'
import { eth_chainId } from './methods/eth_chainId.ts'
import { eth_requestAccounts } from './methods/eth_requestAccounts.ts'
import { eth_sendTransaction } from './methods/eth_sendTransaction.ts'
import { eth_signTypedData_v4 } from './methods/eth_signTypedData_v4.ts'
import { net_version } from './methods/net_version.ts'
import { personal_sign } from './methods/personal_sign.ts'
import { wallet_addEthereumChain } from './methods/wallet_addEthereumChain.ts'
import { wallet_getAssets } from './methods/wallet_getAssets.ts'
import { wallet_getCallsStatus } from './methods/wallet_getCallsStatus.ts'
import { wallet_getCapabilities } from './methods/wallet_getCapabilities.ts'
import { wallet_getGrantedExecutionPermissions } from './methods/wallet_getGrantedExecutionPermissions.ts'
import { wallet_getPermissions } from './methods/wallet_getPermissions.ts'
import { wallet_getSupportedExecutionPermissions } from './methods/wallet_getSupportedExecutionPermissions.ts'
import { wallet_grantPermissions } from './methods/wallet_grantPermissions.ts'
import { wallet_requestExecutionPermissions } from './methods/wallet_requestExecutionPermissions.ts'
import { wallet_requestPermissions } from './methods/wallet_requestPermissions.ts'
import { wallet_revokeExecutionPermission } from './methods/wallet_revokeExecutionPermission.ts'
import { wallet_revokePermissions } from './methods/wallet_revokePermissions.ts'
import { wallet_sendCalls } from './methods/wallet_sendCalls.ts'
import { wallet_switchEthereumChain } from './methods/wallet_switchEthereumChain.ts'
import type { WalletMethod } from './walletMethod.ts'

/** The methods that the wallet answers itself, by their JSON-RPC name. */
export const walletMethods: ReadonlyMap<string, WalletMethod> = new Map(
  Object.entries({
    eth_accounts,
    eth_chainId,
    eth_requestAccounts,
    eth_sendTransaction,
    eth_signTypedData_v4,
    net_version,
    personal_sign,
    wallet_addEthereumChain,
    wallet_getAssets,
    wallet_getCallsStatus,
    wallet_getCapabilities,
    wallet_getGrantedExecutionPermissions,
    wallet_getPermissions,
    wallet_getSupportedExecutionPermissions,
    wallet_grantPermissions,
    wallet_requestExecutionPermissions,
    wallet_requestPermissions,
    wallet_revokeExecutionPermission,
    wallet_revokePermissions,
    wallet_sendCalls,
    wallet_switchEthereumChain,
  }),
)

/** The methods that are passed to the chain's node. All others are answered with 4200. */
export const nodeMethods: ReadonlySet<string> = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
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
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'web3_clientVersion',
  'web3_sha3',
])
