// @vitest-environment jsdom
/**
 * Tests that a site's own tests can use jsdom: the button and the modal render and can be pressed.
 * See docs/testing.md.
 */
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from './index.ts'
import { ConnectButton, KitProvider } from './react.ts'
import { createFakeAdapter, memoryStorage } from './testing.ts'

const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)

test('the button opens the modal, where a wallet refuses and then connects', async () => {
  const adapter = createFakeAdapter({ connect: 'userRejected' })
  const kit = createKit({
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [adapter],
    storage: memoryStorage(),
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <KitProvider kit={kit}>
      <ConnectButton />
    </KitProvider>,
  )
  const all = (selector: string) =>
    [...document.querySelectorAll('[data-latchkey]')].flatMap(({ shadowRoot }) => [
      ...(shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
    ])
  const press = (text: string) =>
    all('button')
      .find(({ textContent }) => textContent.includes(text))
      ?.click()

  await expect.poll(() => texts(all('button'))).toEqual(['Connect wallet'])
  press('Connect wallet')
  await expect.poll(() => texts(all('h2'))).toEqual(['Connect wallet'])
  await expect.poll(() => texts(all('dialog button')).join()).toContain('Example')
  press('Example')
  await expect.poll(() => texts(all('[role=status]')).join()).toContain('Rejected')
  adapter.set({ connect: 'approve' })
  press('Try again')
  await expect.poll(() => texts(all('button')).join()).toMatch(/0x|d8da/i)
})
