import type { DevelopmentWallet } from 'latchkey/testing'
import type { Chain } from 'viem'
import type { Settings, WalletMode } from '../settings.ts'
import type { OtherNetworks } from '../otherNetworks.ts'
import { announceBitcoin } from './announceBitcoin.ts'
import { announcePolkadot } from './announcePolkadot.ts'
import { announceSolana } from './announceSolana.ts'

/** What the accounts of the development mnemonic are for, in their order. */
const labels = [
  'Everyday',
  'Trader',
  'Collector',
  'Newcomer',
  'Saver',
  'Freelancer',
  'Whale',
  'Dust',
  'Empty',
]

/** The wallets of the page. The drawer controls `main`. */
export type PageWallets = { main: DevelopmentWallet | undefined; close: () => void }

/**
 * Announces development wallets in the page, as extensions would. The wallets' code is loaded only
 * here.
 */
export async function announceWallets(
  networks: readonly Chain[],
  { solana, bip122, polkadot }: OtherNetworks,
  { wallet: mode, walletChains, walletAssets, walletGrants }: Settings,
): Promise<PageWallets> {
  if (mode === 'none') return { main: undefined, close: () => {} }
  const testing = await import('latchkey/testing')
  const chosen = networks.filter(({ id }) => walletChains?.includes(id))
  const [first, ...rest] = (chosen.length > 0 ? chosen : networks).map(
    ({ id, name, nativeCurrency, rpcUrls }) => ({
      id,
      name,
      nativeCurrency,
      rpcUrl: rpcUrls.default.http[0] ?? '',
    }),
  )
  if (!first) throw new RangeError('The wallet needs at least one chain.')

  const shared = {
    chains: [first, ...rest],
    storage: localStorage,
    expose: mode !== 'ask',
  } as const
  const main = testing.createDevelopmentWallet({
    ...shared,
    labels,
    count: labels.length,
    behaviour: behaviourOf(mode),
    confirm: mode === 'ask' ? 'ask' : 'approve',
    assets: walletAssets,
    ...(walletGrants && { grants: walletGrants }),
  })
  main.announce()
  const onOthers = [
    ...(solana ? [announceSolana(testing, main, solana, mode)] : []),
    ...(bip122 ? [await announceBitcoin(main, bip122, mode)] : []),
    ...(polkadot ? [await announcePolkadot(main, polkadot, mode, labels.slice(0, 3))] : []),
  ]
  const otherChains =
    mode === 'two'
      ? [announceSecond(testing, shared.chains)]
      : mode === 'hostile'
        ? announceHostile(testing, main)
        : []
  return {
    main,
    close: () => [...otherChains, ...onOthers, main.close].forEach((close) => close()),
  }
}

function behaviourOf(mode: WalletMode) {
  return mode === 'refuse' || mode === 'hang' || mode === 'pending' || mode === 'locked'
    ? mode
    : 'approve'
}

type Testing = typeof import('latchkey/testing')
type Chains = Parameters<Testing['createDevelopmentWallet']>[0]['chains']

function announceSecond({ createDevelopmentWallet }: Testing, chains: Chains): () => void {
  const second = createDevelopmentWallet({
    chains,
    name: 'Second wallet',
    rdns: 'app.latchkey.second',
    storage: localStorage,
  })
  second.selectAccount(
    second
      .getState()
      .accounts.slice(1, 2)
      .map(({ address }) => address),
  )
  second.announce()
  return second.close
}

/**
 * Announces hostile wallets: with false claims, markup, huge texts or broken providers. None of
 * them may harm the page, or hide the honest wallet.
 */
function announceHostile(
  { announceWallet }: Testing,
  { info, provider }: DevelopmentWallet,
): (() => void)[] {
  const fails = {
    request: () => Promise.reject(new Error('no')),
    on: () => {},
    removeListener: () => {},
  }
  const other = (rdns: string, change: object, otherProvider: object | null = fails) => ({
    info: { ...info, uuid: crypto.randomUUID(), rdns, ...change },
    provider: otherProvider,
  })
  const hugePicture = `data:image/png;base64,${'A'.repeat(4_000_000)}`
  const announcements = [
    other('example.markup', { name: '<img src=x onerror=alert(1)>' }),
    other('example.long', { name: 'A wallet with a very long name '.repeat(400) }),
    other('example.picture', {
      name: 'Foreign picture',
      icon: 'https://tracker.invalid/pixel.png',
    }),
    other('example.script', { name: 'Scripted picture', icon: 'javascript:alert(1)' }),
    other('example.huge', { name: 'Huge picture', icon: hugePicture }),
    other('example.bidi', { name: '\u202Etellaw eht ton' }),
    other('example.twin', { name: 'Twin of another', uuid: info.uuid }),
    other('', { name: '' }),
    { info: {}, provider },
    other('example.none', { name: 'Without a provider' }, null),
    other('example.throws', { name: 'Throws' }, throwing()),
  ]
  return announcements.map((announcement) => announceWallet(announcement))
}

function throwing(): object {
  const fail = () => {
    throw new Error('This provider throws at everything.')
  }
  return new Proxy({}, { get: fail, has: fail, set: fail })
}
