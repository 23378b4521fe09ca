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
import { bitcoinTips } from './tips/bitcoinTips.ts'
import { evmTips } from './tips/evmTips.ts'
import { solanaTips } from './tips/solanaTips.ts'
import { useChain } from './useChain.ts'
import { useSite } from './useSite.ts'
import { DevelopmentWallet } from './wallet/DevelopmentWallet.tsx'
import { bitcoinIdOf } from './bitcoinNetwork.ts'
import { networkIdOf } from './solanaNetwork.ts'

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
  const { kit, networks, solana, bitcoin, api, bakery, inbox, problems } = site
  const count = networks.length + (solana ? 1 : 0) + (bitcoin ? 1 : 0)
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
        <Cards networks={networks} solana={solana} bitcoin={bitcoin} api={api} bakery={bakery} />
      </main>
      <footer className="footer">
        <p>
          Ferry Lane is made up, and so is the money: it lives on {count} chains on this machine.
        </p>
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
      <DevelopmentWallet
        networks={networks}
        solana={solana}
        bitcoin={bitcoin}
        settings={settings}
      />
    </KitProvider>
  )
}

function Cards({
  networks,
  solana,
  bitcoin,
  api,
  bakery,
}: Pick<Site, 'networks' | 'solana' | 'bitcoin' | 'api' | 'bakery'>) {
  const current = useChain(networks)
  const { networkId } = useNetwork()
  const otherTips =
    solana && networkId === networkIdOf(solana)
      ? solanaTips(solana)
      : bitcoin && networkId === bitcoinIdOf(bitcoin)
        ? bitcoinTips(bitcoin)
        : undefined
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
        {(solana ?? bitcoin) && (
          <KindsCard
            namespaces={[
              'eip155',
              ...(solana ? (['solana'] as const) : []),
              ...(bitcoin ? (['bip122'] as const) : []),
            ]}
          />
        )}
        <AccountCard />
        {chain && <TillCard chain={chain} />}
      </div>
    </div>
  )
}
