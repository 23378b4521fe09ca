import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import {
  AccountButton,
  Avatar,
  ConnectButton,
  CustomConnectButton,
  KitProvider,
  NetworkButton,
  NetworkIcon,
} from 'latchkey/react'
import type { AvatarProps } from 'latchkey/react'
import * as themes from 'latchkey/themes'
import { startPage } from './startPage.tsx'

const query = new URLSearchParams(location.search)
const theme = Object.entries(themes).find(([name]) => name === query.get('theme'))?.[1]

await startPage(({ chains, api }) => {
  const kit = createKit({
    metadata: { name: 'A site’s buttons', url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api },
    ...(query.has('icons') && { networkIcons: { [`eip155:${chains[0].id}`]: '/own-icon.svg' } }),
    themeMode: query.get('mode') === 'light' ? 'light' : 'dark',
    themeVariables: theme,
  })
  return (
    <KitProvider kit={kit} avatar={query.has('avatar') ? Initial : undefined}>
      <main>
        <h1>A site’s buttons</h1>
        <section aria-label="everything">
          <ConnectButton network="full" balance />
        </section>
        <section aria-label="by width">
          <ConnectButton
            account={{ small: 'avatar', large: 'full' }}
            network={{ small: 'icon', large: 'name' }}
            balance={{ small: false, large: true }}
          />
        </section>
        <section aria-label="compact">
          <ConnectButton size="compact" network="icon" account="name" />
        </section>
        <section aria-label="apart">
          <NetworkButton size="compact" network="name" />{' '}
          <AccountButton size="compact" account="avatar" balance />
        </section>
        <section aria-label="pictures">
          <Avatar size={40} /> <Avatar address={`0x${'5'.repeat(40)}`} size={40} />{' '}
          <NetworkIcon size={40} /> <NetworkIcon networkId="eip155:999999" size={40} />
        </section>
        <section aria-label="disabled">
          <ConnectButton disabled network="full" />
        </section>
        <section aria-label="own">
          <CustomConnectButton balance label="Board">
            {({ status, isReady, text, account, network, isOpen, open, openNetworks, preload }) => (
              <>
                <button
                  type="button"
                  onClick={open}
                  onPointerEnter={preload}
                  aria-expanded={isOpen}
                >
                  {text}
                </button>
                <button type="button" onClick={openNetworks}>
                  {network.name}
                </button>
                <output style={{ overflowWrap: 'anywhere' }}>
                  {JSON.stringify({
                    status,
                    isReady,
                    name: account?.name ?? null,
                    balance: account?.balance?.text ?? null,
                    isSending: account?.isSending ?? null,
                  })}
                </output>
              </>
            )}
          </CustomConnectButton>
        </section>
      </main>
    </KitProvider>
  )
})

/** A site's own avatar: the first letter of a name or an address. */
function Initial({ address, name = address, size }: AvatarProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" role="img" aria-label={`Own ${name}`}>
      <circle cx="12" cy="12" r="12" fill="#345" />
    </svg>
  )
}
