import { ConnectButton, KitProvider, NetworkButton, useNetwork } from 'latchkey/react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { AccountCard } from './cards/AccountCard.tsx'
import { KindsCard } from './cards/KindsCard.tsx'
import { GuestBookCard } from './cards/GuestBookCard.tsx'
import { SubscriptionCard } from './cards/SubscriptionCard.tsx'
import { TillCard } from './cards/TillCard.tsx'
import { TipCard } from './cards/TipCard.tsx'
import type { Site } from './createSite.ts'
import { Header } from './Header.tsx'
import { Hero } from './Hero.tsx'
import type { Settings, Theme } from './settings.ts'
import { ThemeSwitch } from './theme/ThemeSwitch.tsx'
import { useTheme } from './theme/useTheme.ts'
import { evmTips } from './tips/evmTips.ts'
import { bitcoinTips, polkadotTips } from './tips/preparedTips.ts'
import { solanaTips } from './tips/solanaTips.ts'
import { useChain } from './useChain.ts'
import { useSite } from './useSite.ts'
import { DevelopmentWallet } from './wallet/DevelopmentWallet.tsx'
import { Coming } from './Coming.tsx'
import { listed, networkIdOf } from './otherNetworks.ts'

/** The whole page. Until the chains are found, the parts that need the kit are left out. */
export function Page({ settings }: { settings: Settings }) {
  const [theme, setTheme] = useTheme(settings.theme)
  const state = useSite(settings, theme)
  const themeSwitch = <ThemeSwitch theme={theme} onChange={setTheme} />
  if (state.status === 'ready')
    return (
      <Connected site={state.site} theme={theme} themeSwitch={themeSwitch} settings={settings} />
    )

  return (
    <>
      <Header tools={themeSwitch} />
      <main>
        <Hero />
        {state.status === 'loading' && <p className="notice">Warming up…</p>}
        {state.status === 'failed' && (
          <div className="notice" role="alert">
            <h2>The oven is cold</h2>
            <p>
              This page needs the local chains, and nobody said where they are. Start them with{' '}
              <code>npm start</code>, then try again.
            </p>
            {state.problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
            <button type="button" className="secondary" onClick={state.retry}>
              Try again
            </button>
          </div>
        )}
      </main>
    </>
  )
}

type ConnectedProps = { site: Site; theme: Theme; themeSwitch: ReactNode; settings: Settings }

function Connected({ site, theme, themeSwitch, settings }: ConnectedProps) {
  const { kit, networks, others, api, bakery, inbox, coming, problems } = site
  const count = networks.length + listed(others).length
  useEffect(() => kit.setTheme({ mode: theme }), [kit, theme])

  return (
    <KitProvider kit={kit}>
      <Header
        tools={
          <>
            <NetworkButton />
            {themeSwitch}
          </>
        }
      >
        <ConnectButton />
      </Header>
      <main>
        <Hero />
        {problems.map((problem) => (
          <p key={problem} className="notice" role="alert">
            {problem}
          </p>
        ))}
        <Cards networks={networks} others={others} api={api} bakery={bakery} />
      </main>
      <footer className="footer">
        <p>
          Ferry Lane is made up, and so is the money: it lives on {count} chains on this machine.
        </p>
        {coming.length > 0 && <Coming chains={coming} />}
        {inbox && (
          <p>
            So is the mail:{' '}
            <a href={inbox} target="_blank" rel="noreferrer">
              this inbox
            </a>{' '}
            has every code that was sent.
          </p>
        )}
      </footer>
      <DevelopmentWallet networks={networks} others={others} settings={settings} />
    </KitProvider>
  )
}

/** How tips are sent on the chains that are not EVM. */
const tipsOn = { solana: solanaTips, bip122: bitcoinTips, polkadot: polkadotTips } as const

function Cards({
  networks,
  others,
  api,
  bakery,
}: Pick<Site, 'networks' | 'others' | 'api' | 'bakery'>) {
  const current = useChain(networks)
  const { networkId } = useNetwork()
  const other = listed(others).find((network) => networkIdOf(network) === networkId)
  const otherTips = other && tipsOn[other.namespace](other)
  const chain = otherTips ? undefined : (current ?? networks[0]) // the till knows EVM only
  const tips = otherTips ?? (chain && evmTips(chain, api))
  return (
    <div className="cards">
      <div>
        {tips && <TipCard key={tips.networkId} tips={tips} />}
        {bakery !== undefined && <SubscriptionCard url={bakery} networks={networks} api={api} />}
        <GuestBookCard />
      </div>
      <div>
        {listed(others).length > 0 && (
          <KindsCard namespaces={['eip155', ...listed(others).map(({ namespace }) => namespace)]} />
        )}
        <AccountCard />
        {chain && <TillCard chain={chain} />}
      </div>
    </div>
  )
}
