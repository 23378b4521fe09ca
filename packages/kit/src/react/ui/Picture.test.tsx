// @vitest-environment jsdom
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

/** Lets the code of the drawings arrive, which has been asked for before. */
const settle = () => act(() => import('./coins/CoinPicture.tsx'))

async function drawingIn(place: HTMLElement) {
  await settle()
  expect(place.querySelector('svg')).not.toBeNull()
}

test.each(Object.keys(coinPaths))('the coin %s has its picture without an API, in any case of letters', async (symbol) => {
  const place = await show({ name: symbol, coin: symbol.toLowerCase(), shape: 'round' })
  await drawingIn(place)
  expect(place.querySelectorAll('path').length).toBe(coinPaths[symbol]?.length)
  expect(place.querySelector('[data-monogram]')).toBeNull()
})

test('a coin has its picture where the one of the API is broken', async () => {
  const place = await show({ name: 'ETH', coin: 'ETH', src: 'https://api.example.org/eth.svg' })
  expect(place.querySelector('svg')).toBeNull()
  await act(async () => place.querySelector('img')?.dispatchEvent(new Event('error')))
  await drawingIn(place)
})

test.each(['ZZZ', 'toString', '__proto__', 'constructor', ''])('the coin %j, which nobody has drawn, has letters', async (coin) => {
  const place = await show({ name: coin || '?', coin })
  await settle()
  expect(place.querySelector('[data-monogram]')).not.toBeNull()
})

test('a token that calls itself ETH has letters', async () => {
  const place = await show({ name: 'ETH' })
  await settle()
  expect(place.querySelector('svg')).toBeNull()
  expect(place.querySelector('[data-monogram]')?.getAttribute('data-monogram')).toBe('ET')
})
