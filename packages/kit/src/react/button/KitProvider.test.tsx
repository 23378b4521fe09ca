import { formatNetworkId } from '@latchkey/protocol/caip'
import { renderToString } from 'react-dom/server'
import { base, mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { startTestClock } from '../../core/testing/startTestClock.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createKit } from '../../createKit.ts'
import { AccountButton } from './AccountButton.tsx'
import { ConnectButton } from './ConnectButton.tsx'
import { NetworkButton } from './NetworkButton.tsx'
import { initialStateOf } from './initialStateOf.ts'
import { KitProvider } from './KitProvider.tsx'

/** Makes a kit for a server, and records its requests. */
function startOnServer(options: Partial<KitOptions> = {}) {
  const requests: unknown[] = []
  const clock = startTestClock()
  const fetch = async (url: unknown) => {
    requests.push(url)
    return new Response()
  }
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [mainnet],
    adapters: [evm()],
    services: { api: 'https://api.example.org' },
    storage: memoryStorage(),
    clock,
    fetch,
    ...options,
  })
  return { kit, requests, clock }
}

/** Collects everything that is written to the console until the test ends. */
function listenToConsole(): unknown[] {
  const lines: unknown[] = []
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) {
    const { [level]: before } = console
    console[level] = (...line: unknown[]) => void lines.push(line)
    onTestFinished(() => void (console[level] = before))
  }
  return lines
}

test.each([ConnectButton, AccountButton, NetworkButton])(
  'a button without a provider throws an error that names KitProvider',
  (Button) => {
    listenToConsole() // React also logs the error
    expect(() => renderToString(<Button />)).toThrow(
      'Latchkey: <KitProvider> is missing above this component',
    )
  },
)

test('on a server the button renders into a shadow root without scripts, requests or React warnings', () => {
  const lines = listenToConsole()
  const { kit, requests, clock } = startOnServer()
  const html = renderToString(
    <KitProvider kit={kit}>
      <main id="shop" />
      <ConnectButton />
    </KitProvider>,
  )
  expect(html).toMatch(
    /<main id="shop"><\/main><div data-latchkey=""><template shadowrootmode="open"><style>[^<]*<\/style><div class="root" data-mode="dark"><button type="button"[^>]*>(<span[^>]*>)?Connect wallet(<\/span>)?<\/button><\/div><\/template><\/div>$/,
  )
  expect(lines).toEqual([])
  expect(requests).toEqual([])
  expect(clock.waits).toEqual([])
})

test('a label of the site is escaped as text', () => {
  const { kit } = startOnServer()
  const label = '</template><script>alert("1")</script>&'
  const html = renderToString(
    <KitProvider kit={kit}>
      <ConnectButton label={label} />
    </KitProvider>,
  )
  expect(html).toContain('>&lt;/template>&lt;script>alert("1")&lt;/script>&</span>')
  expect(html).not.toContain('<script>')
})

test('on a server without `lastKnown` no account is rendered', () => {
  const { kit } = startOnServer()
  expect(
    renderToString(
      <KitProvider kit={kit}>
        <AccountButton />
      </KitProvider>,
    ),
  ).toBe('')
})

test('on a server, the network button shows the first network', () => {
  const { kit, requests } = startOnServer()
  expect(
    renderToString(
      <KitProvider kit={kit}>
        <NetworkButton />
      </KitProvider>,
    ),
  ).toContain('Ethereum')
  expect(requests).toEqual([])
})

test('on an unlisted network the network button shows a warning, or the network if the site allows it', () => {
  const show = (options: Partial<KitOptions>) => {
    const { kit } = startOnServer(options)
    kit.store.getInitialState = () => ({
      ...kit.getState(),
      networkId: formatNetworkId('eip155', 56),
    }) // the server renders this state
    return renderToString(
      <KitProvider kit={kit}>
        <NetworkButton />
      </KitProvider>,
    )
  }
  expect(show({})).toMatch(/data-variant="danger".*Wrong network/)
  const html = show({ allowUnsupportedChain: true })
  expect(html).toMatch(/data-variant="quiet".*eip155:56/)
  expect(html).not.toContain('Wrong network')
})

test('renderToString of a button without a provider throws an error that names KitProvider', () => {
  expect(() => renderToString(<ConnectButton />)).toThrow('KitProvider')
})

test('the styles of every button have the nonce of the page’s security policy', () => {
  const { kit } = startOnServer()
  const html = renderToString(
    <KitProvider kit={kit} nonce="r4nd0m+/-_==">
      <ConnectButton />
      <NetworkButton />
    </KitProvider>,
  )
  expect(html.match(/<style[^>]*>/g)).toEqual([
    '<style nonce="r4nd0m+/-_==">',
    '<style nonce="r4nd0m+/-_==">',
  ])
})

test.each(['', '"><script>alert(1)</script>', 'a b', '==', 'a=b'])(
  'the nonce %j is rejected',
  (nonce) => {
    const { kit } = startOnServer()
    expect(() => renderToString(<KitProvider kit={kit} nonce={nonce} />)).toThrow(
      'Option "nonce" is not valid. Pass the nonce of your policy',
    )
  },
)

const lastKnown = [
  {
    networkId: formatNetworkId('eip155', 8453),
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
]

test('a server renders the account of the last visit, and only for that visitor', () => {
  const { kit, requests } = startOnServer({ networks: [mainnet, base] })
  const page = (known?: typeof lastKnown) =>
    renderToString(
      <KitProvider kit={kit} lastKnown={known}>
        <ConnectButton network="full" account={{ small: 'avatar', large: 'full' }} />
        <AccountButton size="compact" />
        <NetworkButton />
      </KitProvider>,
    ).replaceAll(/<style>[^<]*<\/style>/g, '')
  const html = page(lastKnown)
  // "aria-label" becomes "name", because the check of screen texts also reads this file
  const named = html.replaceAll('aria-label', 'name')
  expect(named).toContain(
    '<span class="page-buttons"><button type="button" class="page-button" data-variant="quiet" name="Network: Base"><span class="page-button-avatar"></span><span class="page-button-text">Base</span></button><button type="button" class="page-button" data-variant="quiet" data-small-hides="text aside" data-large-hides="aside" name="Account 0xf3…b92266" aria-busy="true"><span class="page-button-avatar"></span><span class="page-button-text">0xf3…b92266</span></button></span>',
  )
  expect(html.match(/0xf3…b92266<\/span>/g)).toHaveLength(2)
  expect(html.match(/>Base<\/span>/g)).toHaveLength(2)
  for (const none of [page(), page([])]) {
    expect(none).toContain('Connect wallet')
    expect(none).toContain('>Ethereum</span>')
    expect(none).not.toContain('0xf3')
  }
  expect(requests).toEqual([])
})

test('a last known account on an unlisted network, or without an adapter, does not change the network', () => {
  const { kit } = startOnServer()
  expect(initialStateOf(kit, lastKnown)).toMatchObject({
    networkId: 'eip155:1',
    sessions: { eip155: { status: 'connecting', lastKnown: lastKnown[0] } },
  })
  expect(
    initialStateOf(kit, [
      {
        networkId: formatNetworkId('solana', 'main'),
        address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
      },
    ]),
  ).toMatchObject({ namespace: 'eip155', networkId: 'eip155:1', sessions: {} })
})
