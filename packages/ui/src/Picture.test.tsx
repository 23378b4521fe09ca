// @vitest-environment jsdom
import { formatNetworkId } from '@latchkey/protocol/caip'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { coinPaths } from './coins/coinPaths.ts'
import { Picture } from './Picture.tsx'

async function show(props: Parameters<typeof Picture>[0]): Promise<HTMLElement> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () => root.render(<Picture {...props} />))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
  })
  return place
}

/** Waits until the code that draws pictures is loaded. The component has already requested it. */
const settle = () => act(() => import('./coins/CoinPicture.lazy.tsx'))

async function drawingIn(place: HTMLElement) {
  await settle()
  expect(place.querySelector('svg')).not.toBeNull()
}

test.each(Object.keys(coinPaths))(
  'without an API the kit shows its own picture of the coin %s, also for a lower-case symbol',
  async (symbol) => {
    const place = await show({
      name: symbol,
      subject: { coin: symbol.toLowerCase() },
      shape: 'round',
    })
    await drawingIn(place)
    expect(place.querySelectorAll('path').length).toBe(coinPaths[symbol]?.length)
    expect(place.querySelector('[data-monogram]')).toBeNull()
  },
)

test('if the API’s picture of a coin fails to load, the kit shows its own picture', async () => {
  const place = await show({
    name: 'ETH',
    subject: { coin: 'ETH' },
    src: 'https://api.example.org/eth.svg',
  })
  expect(place.querySelector('svg')).toBeNull()
  await act(async () => place.querySelector('img')?.dispatchEvent(new Event('error')))
  await drawingIn(place)
})

test.each(['ZZZ', 'toString', '__proto__', 'constructor', ''])(
  'the coin %j has no picture, so its monogram is shown',
  async (coin) => {
    const place = await show({ name: coin || '?', subject: { coin } })
    await settle()
    expect(place.querySelector('[data-monogram]')).not.toBeNull()
  },
)

test.each([
  ['USDC of Ethereum', 'USDC', { token: 'eip155:1:0xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }],
  [
    'USDC of Solana',
    'USDC',
    {
      token: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
  ],
  ['wrapped ether', 'ETH', { token: 'eip155:8453:0x4200000000000000000000000000000000000006' }],
  ['the network Base', 'BASE', { network: formatNetworkId('eip155', 8453) }],
  ['the namespace of Bitcoin', 'BTC', { network: 'bip122' }],
] as const)('without an API the kit shows its own picture of %s', async (_, drawing, subject) => {
  const place = await show({ name: 'X', subject })
  await drawingIn(place)
  expect([...place.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual(
    coinPaths[drawing]?.map(([, d]) => d),
  )
})

test.each([
  { token: 'eip155:1:0x0000000000000000000000000000000000000bad' },
  { token: 'eip155:31337:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { token: 'USDC' },
  { network: formatNetworkId('eip155', 31_337) },
])('an unknown token or network is shown as a monogram: %j', async (subject) => {
  const place = await show({ name: 'USDC', subject })
  await settle()
  expect(place.querySelector('svg')).toBeNull()
  expect(place.querySelector('[data-monogram]')?.getAttribute('data-monogram')).toBe('US')
})

test('a token with the name ETH but no known address is shown as a monogram', async () => {
  const place = await show({ name: 'ETH' })
  await settle()
  expect(place.querySelector('svg')).toBeNull()
  expect(place.querySelector('[data-monogram]')?.getAttribute('data-monogram')).toBe('ET')
})
