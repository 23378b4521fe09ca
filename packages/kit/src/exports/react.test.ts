import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import * as react from './react.ts'

test('latchkey/react exports the components and hooks and nothing else', () => {
  expect(Object.keys(react).sort()).toEqual([
    'AccountButton',
    'Avatar',
    'ConnectButton',
    'CustomConnectButton',
    'KitProvider',
    'NetworkButton',
    'NetworkIcon',
    'useAccount',
    'useBalances',
    'useConnect',
    'useConnectButton',
    'useConnectMethods',
    'useConnectRows',
    'useConnectedWallets',
    'useCurrentWallet',
    'useDisconnect',
    'useGrantPermissions',
    'useHistory',
    'useIdentity',
    'useKit',
    'useKitState',
    'useModal',
    'useNames',
    'useNativeBalance',
    'useNetwork',
    'useNfts',
    'useOnramp',
    'useProvider',
    'useRegisterName',
    'useRevokeSession',
    'useSend',
    'useSessions',
    'useSignMessage',
    'useSiwx',
    'useSwap',
    'useTransaction',
    'useTransactions',
    'useWallets',
  ])
})

test('every entry point is in the manifest, and every entry of the manifest exists', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter(
    (name) => !name.includes('.test.'),
  )
  const sources = Object.values(manifest.exports).map((entry) => entry['latchkey-source'])
  expect(sources.toSorted()).toEqual(files.map((name) => `./src/exports/${name}`).toSorted())
})
