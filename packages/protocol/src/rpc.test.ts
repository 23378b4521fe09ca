import { expect, test } from 'vitest'
import { rpcMethodsOf } from './chains/rpcMethods.ts'
import { namespaces } from './namespace.ts'
import { isBatchRefusal, isForWallet, signingMethods, walletErrorOf, walletErrors } from './rpc.ts'

test('`walletErrors` has exactly the codes of the specification', () => {
  expect(Object.fromEntries(Object.entries(walletErrors))).toEqual({
    '-32700': 'parse',
    '-32600': 'invalidRequest',
    '-32601': 'methodNotFound',
    '-32602': 'invalidParams',
    '-32603': 'internal',
    '-32000': 'invalidInput',
    '-32001': 'resourceNotFound',
    '-32002': 'resourceUnavailable',
    '-32003': 'transactionRejected',
    '-32004': 'methodNotSupported',
    '-32005': 'limitExceeded',
    '-32006': 'versionUnsupported',
    '4001': 'userRejected',
    '4100': 'unauthorized',
    '4200': 'unsupportedMethod',
    '4900': 'providerDisconnected',
    '4901': 'chainDisconnected',
    '4902': 'switchChain',
  })
})

test.each(Object.entries(walletErrors))('the code %s has the name %s', (code, meaning) => {
  expect(walletErrorOf(Number(code))).toBe(meaning)
})

test.each([
  0,
  1,
  3,
  5000,
  -32099,
  4001.5,
  Number.NaN,
  Infinity,
  '4001',
  'constructor',
  '__proto__',
  null,
  undefined,
  {},
])('the code %s has the name `unknown`', (code) => {
  expect(walletErrorOf(code)).toBe('unknown')
})

test('`isBatchRefusal` is true only for the codes of EIP-5792', () => {
  for (const code of [5700, 5710, 5720, 5730, 5740, 5750, 5760])
    expect(isBatchRefusal(code)).toBe(true)
  for (const code of [4001, 4200, 5000, 5699, 5761, Number.NaN, '5700', null, undefined, {}])
    expect(isBatchRefusal(code)).toBe(false)
})

test('`signingMethods` has exactly the methods that need the user’s approval', () => {
  expect([...signingMethods].sort()).toEqual([
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'eth_signTypedData_v4',
    'personal_sign',
    'polkadot_signMessage',
    'polkadot_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
    'solana_signMessage',
    'solana_signTransaction',
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
    'wallet_revokeExecutionPermission',
    'wallet_revokePermissions',
    'wallet_sendCalls',
  ])
})

test.each<[method: string, isWallets: boolean]>([
  ...[...signingMethods].map((method): [string, boolean] => [method, true]),
  ['eth_sign', true],
  ['eth_signTypedData', true],
  ['eth_signTypedData_v3', true],
  ['eth_signTransaction', true],
  ['personal_ecRecover', true],
  ['wallet_getPermissions', true],
  ['wallet_addEthereumChain', true],
  ['wallet_somethingNew', true],
  ['eth_accounts', true],
  ['eth_requestAccounts', true],
  ['eth_accountsOf', false],
  ['eth_getBalance', false],
  ['eth_call', false],
  ['eth_chainId', false],
  ['eth_sendRawTransaction', false],
  ['net_version', false],
  ['my_wallet_method', false],
  ['walletlist', false],
  ['', false],
])('`isForWallet` of "%s" is %s', (method, isWallets) => {
  expect(isForWallet(method)).toBe(isWallets)
})

test('`eth_accounts` is a wallet method only on EVM; signing methods are wallet methods in every namespace', () => {
  expect([isForWallet('eth_accounts'), isForWallet('eth_accounts', 'solana')]).toEqual([
    true,
    false,
  ])
  expect(rpcMethodsOf('solana').signing.every((method) => isForWallet(method, 'eip155'))).toBe(true)
  // names without a prefix belong to one namespace
  expect([isForWallet('signMessage', 'bip122'), isForWallet('signMessage', 'eip155')]).toEqual([
    true,
    false,
  ])
  expect([
    isForWallet('getAccountAddresses', 'bip122'),
    isForWallet('getAccountAddresses', 'solana'),
  ]).toEqual([true, false])
  for (const namespace of namespaces)
    for (const method of [...rpcMethodsOf(namespace).signing, 'wallet_getCapabilities'])
      expect(isForWallet(method, namespace)).toBe(true)
})
