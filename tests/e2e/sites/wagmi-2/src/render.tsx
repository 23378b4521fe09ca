import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Kit } from 'latchkey'
import { KitProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { version, WagmiProvider } from 'wagmi'
import type { Config } from 'wagmi'
import { KitHalf } from '../../parts/KitHalf.tsx'
import { WagmiHalf } from './WagmiHalf.tsx'

const root = document.getElementById('root')

/**
 * The page of both libraries: wagmi's providers outside, the kit's inside, and one half of the page
 * for each.
 */
export function render(kit: Kit, config: Config): void {
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <KitProvider kit={kit}>
            <h1>A site with wagmi {version}</h1>
            <KitHalf />
            <WagmiHalf />
          </KitProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
}
