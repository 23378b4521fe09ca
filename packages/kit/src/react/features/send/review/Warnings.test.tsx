// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import type { Warning } from '../../../../domains/send/review/warnings.ts'
import { createKit } from '../../../../exports/index.ts'
import { KitProvider } from '../../../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../../../exports/testing.ts'
import { Warnings } from './Warnings.tsx'

/** Renders the warnings of a transfer, and returns the text of the tick. Undefined without one. */
async function tickOf(kinds: readonly Warning['kind'][]): Promise<string | undefined> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const kit = createKit({
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [createFakeAdapter()],
    storage: memoryStorage(),
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
  })
  const prepared = {
    networkId: 'eip155:1' as never, // the warnings do not depend on it
    from: 'a',
    to: { address: 'b' },
    token: { symbol: 'BTC', decimals: 8 },
    amount: 1n,
    transaction: undefined,
    fee: undefined,
    balance: 1n,
    simulation: { status: 'works' } as const,
    warnings: kinds.map((kind) =>
      kind === 'lookAlike' ? { kind, resembles: 'c' } : { kind },
    ) as readonly Warning[], // each kind has its fields
    problems: [],
  }
  await act(async () =>
    root.render(
      <KitProvider kit={kit}>
        <Warnings prepared={prepared} isChecked={false} onCheck={() => {}} />
      </KitProvider>,
    ),
  )
  return place.querySelector('label')?.textContent ?? undefined
}

test.each<[readonly Warning['kind'][], string | undefined]>([
  [['firstTime'], undefined],
  [['replacesMissing'], undefined],
  [['poisoned'], 'I have checked the address'],
  [['highFee', 'firstTime'], 'I accept this fee'],
  [['highFee', 'lookAlike'], 'I have checked the address, and accept this fee'],
])('for %j, the visitor confirms: %s', async (kinds, text) => {
  expect(await tickOf(kinds)).toBe(text)
})
