import type { Kit } from 'latchkey'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'

/** Draws the page with the button of a kit. */
export function mount(kit: Kit): void {
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <KitProvider kit={kit}>
        <Page>
          <ConnectButton />
        </Page>
      </KitProvider>,
    )
}
