import { createKit } from 'latchkey'
import { cookieStorage } from 'latchkey/cookie'
import type { LastAccount } from 'latchkey/cookie'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider, NetworkButton } from 'latchkey/react'
import { createElement, StrictMode } from 'react'
import type { ReactNode } from 'react'
import { defineChain } from 'viem'

/** The data that the server passes to the browser. */
export type AppData = {
  api: string
  node: string
  origin: string
  themeMode: 'dark' | 'light'
  /** The nonce of the page's content security policy. */
  nonce?: string
  /** The accounts in the request's cookie. */
  lastKnown: readonly LastAccount[]
  /** Whether to add a second provider of the same kit. */
  isTwice?: boolean
}

/**
 * The same page for the server and the browser. No JSX, because the test runner compiles it
 * differently.
 */
export function createApp({
  api,
  node,
  origin,
  themeMode,
  nonce,
  lastKnown,
  isTwice,
}: AppData): ReactNode {
  const chain = defineChain({
    id: 31337,
    name: 'Latchkey Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node] } },
  })
  const kit = createKit({
    metadata: { name: 'Rendered', url: origin },
    networks: [chain],
    adapters: [evm()],
    services: { api },
    themeMode,
    storage: cookieStorage(),
  })
  const header = createElement(
    'header',
    null,
    createElement(NetworkButton),
    createElement(ConnectButton),
  )
  const main = createElement('main', null, createElement('h1', null, 'Rendered on a server'))
  const other = isTwice
    ? createElement(
        KitProvider,
        { kit },
        createElement('aside', null, createElement(ConnectButton, { label: 'The other one' })),
      )
    : null
  return createElement(
    StrictMode,
    null,
    createElement(KitProvider, { kit, nonce, lastKnown }, header, main),
    other,
  )
}
