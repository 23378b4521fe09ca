// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import type { PreparedSend } from '../../../../domains/send/review/prepareSend.ts'
import type { Warning } from '../../../../domains/send/review/warnings.ts'
import { createKit } from '../../../../exports/index.ts'
import { KitProvider } from '../../../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../../../exports/testing.ts'
import { Warnings } from './Warnings.tsx'

/** Renders the warnings of a transfer, and returns their place. */
async function render(
  kinds: readonly Warning['kind'][],
  parts: Partial<PreparedSend> = {},
): Promise<HTMLElement> {
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
    ...parts,
  }
  await act(async () =>
    root.render(
      <KitProvider kit={kit}>
        <Warnings prepared={prepared} isChecked={false} onCheck={() => {}} />
      </KitProvider>,
    ),
  )
  return place
}

test.each<[readonly Warning['kind'][], string | undefined]>([
  [['firstTime'], undefined],
  [['replacesMissing'], undefined],
  [['poisoned'], 'I have checked the address'],
  [['highFee', 'firstTime'], 'I accept this fee'],
  [['highFee', 'lookAlike'], 'I have checked the address, and accept this fee'],
])('for %j, the visitor confirms: %s', async (kinds, text) => {
  const place = await render(kinds)
  expect(place.querySelector('label')?.textContent ?? undefined).toBe(text)
})

test('a fault names the minimum that an account has to hold, in whole coins', async () => {
  const place = await render([], {
    simulation: { status: 'fails', fault: 'small', minimum: 10n ** 16n },
    problems: ['fails'],
    faults: {
      messages: { scope: 'testFaults', texts: { small: 'It has to be {minimum}.' } },
      ofRecipient: new Set(),
    },
  })
  expect(place.textContent).toContain('This transfer would fail: It has to be 0.01 ETH.')
})
