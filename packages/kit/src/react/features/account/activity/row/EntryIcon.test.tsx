// @vitest-environment jsdom
import { formatNetworkId } from '@latchkey/protocol/caip'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import type { PendingTransaction } from '../../../../../core/transactions/pendingTransactions.ts'
import { ownEntry } from '../../../../../domains/history/ownEntry.ts'
import { coinPaths } from '@latchkey/ui/coins/coinPaths.ts'
import { EntryIcon } from './EntryIcon.tsx'

type Transfer = NonNullable<NonNullable<PendingTransaction['description']>['transfers']>[number]
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const picture = 'https://api.example.org/usdc.svg'

/**
 * Draws the pictures of a transaction that this browser sent, as in a notice and in the list of
 * activity. There is no API.
 */
async function picturesOf(transfers: readonly Transfer[], chain = 1) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const entry = ownEntry({
    hash: '0x1',
    networkId: formatNetworkId('eip155', chain),
    address: usdc,
    sentAt: 0,
    status: 'mined',
    description: { operationType: 'send', transfers },
  })
  await act(async () => root.render(<EntryIcon entry={entry} />))
  await act(async () =>
    place.querySelectorAll('img').forEach((image) => image.dispatchEvent(new Event('error'))),
  )
  await act(() => import('@latchkey/ui/coins/CoinPicture.lazy.tsx'))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
  })
  return [...place.querySelectorAll('.picture')].map(
    (shown) => shown.getAttribute('data-monogram') ?? nameOf(shown),
  )
}

const nameOf = (drawing: Element) =>
  Object.entries(coinPaths).find(
    ([, paths]) =>
      paths?.at(-1)?.[1] === [...drawing.querySelectorAll('path')].at(-1)?.getAttribute('d'),
  )?.[0]
const moved = (symbol: string, direction: 'in' | 'out', token?: string): Transfer => ({
  direction,
  symbol,
  quantity: '1',
  iconUrl: picture,
  ...(token && { token }),
})

test('without an API well-known coins and tokens have their pictures', async () => {
  expect(
    await picturesOf([moved('ETH', 'out', 'native'), moved('USDC', 'in', usdc.toLowerCase())]),
  ).toEqual(['ETH', 'USDC'])
})

test.each([
  [
    'another contract with the symbol USDC',
    moved('USDC', 'in', usdc.replace('A0b', 'A0c')),
    1,
    'US',
  ],
  ['the same address on another chain', moved('USDC', 'in', usdc), 31_337, 'US'],
  ['a token with the symbol ETH', moved('ETH', 'in'), 1, 'ET'],
] as const)(
  'the icon of %s has letters instead of a picture',
  async (_, transfer, chain, letters) => {
    expect(await picturesOf([transfer], chain)).toEqual([letters])
  },
)
