/**
 * The methods of wallets, by namespace. They are not in `ChainForms`, because few pages need them.
 */
import type { Namespace } from './registry.ts'

/** The methods that the wallets of one kind of chain answer. */
export type RpcMethods = {
  /** The methods for which a person has to sign or to grant something. */
  signing: readonly string[]
  /** Whether a method is about the wallet and its accounts, or is an outdated way to sign. */
  isAboutWallet: (method: string) => boolean
}

const none: RpcMethods = { signing: [], isAboutWallet: () => false }

const methods: Readonly<Record<Namespace, RpcMethods>> = {
  // EIP-1193, EIP-1474, EIP-5792, ERC-7715
  eip155: {
    signing: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_sendCalls',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_requestExecutionPermissions',
      'wallet_revokeExecutionPermission',
      'eth_sendUserOperation',
    ],
    isAboutWallet: (method) =>
      /^(personal_|eth_sign|eth_accounts$|eth_requestAccounts$)/.test(method),
  },
  solana: {
    ...none,
    signing: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
  },
  polkadot: { ...none, signing: ['polkadot_signTransaction', 'polkadot_signMessage'] },
  // WalletConnect's methods of bip122, whose names have no prefix
  bip122: {
    signing: ['signMessage', 'signPsbt', 'sendTransfer'],
    isAboutWallet: (method) => method === 'getAccountAddresses',
  },
}

/** Returns the methods of a namespace's wallets. */
export const rpcMethodsOf = (namespace: Namespace): RpcMethods => methods[namespace]

/**
 * The signing methods of all namespaces whose names have a prefix. A name without a prefix may mean
 * something else in another namespace.
 */
export const allSigningMethods: readonly string[] = /* @__PURE__ */ Object.values(methods)
  .flatMap(({ signing }) => signing)
  .filter((method) => method.includes('_'))
