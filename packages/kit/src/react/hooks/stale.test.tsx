// @vitest-environment jsdom
import { act, Activity, useMemo } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet, sepolia } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../../exports/index.ts'
import { KitProvider } from '../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../exports/testing.ts'
import { useHistory } from './useHistory.ts'
import { usePages } from './usePages.ts'
import { useQuery } from './useQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

const raise = () => {
  throw new Error('There is no network')
}

type Seen = { of: string; data: unknown }

/** Each hook with the value that it returns for a subject. */
const hooks: Record<string, (of: string) => unknown> = {
  useQuery(of) {
    const { status, ...answer } = useQuery(
      useMemo(() => ({ queryKey: ['one', of], queryFn: async () => of }), [of]),
    )
    return status === 'success' && 'data' in answer ? answer.data : undefined
  },
  usePages(of) {
    const options = useMemo(
      () => ({
        queryKey: ['many', of],
        queryFn: async () => of,
        initialPageParam: 0,
        getNextPageParam: () => undefined,
      }),
      [of],
    )
    const answer = usePages(options)
    return answer.status === 'success' ? answer.pages[0] : undefined
  },
  useHistory(of) {
    const [entry] = useHistory({ networkId: of }).entries
    return entry?.networkId
  },
}

/** Renders a component that uses the hook for a subject. The component can be hidden. */
async function start(use: (of: string) => unknown) {
  const kit = createKit({
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet, sepolia],
    adapters: [createFakeAdapter()],
    storage: memoryStorage(),
  })
  const seen: Seen[] = []
  function Component({ of }: { of: string }): ReactNode {
    seen.push({ of, data: use(of) })
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => root.unmount())
  const update = async (change: () => void) => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
    await act(async () => change())
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false) // answers arrive outside `act()`
  }
  const draw = (of: string, isShown = true) =>
    update(() =>
      root.render(
        <KitProvider kit={kit}>
          <Activity mode={isShown ? 'visible' : 'hidden'}>
            <Component of={of} />
          </Activity>
        </KitProvider>,
      ),
    )
  return { kit, seen, draw, update }
}

test.each(['useQuery', 'usePages'])(
  'the hook %s never returns data of another subject, also after its component was hidden',
  async (name) => {
    const { seen, draw } = await start(hooks[name] ?? (() => undefined))
    const known = () => seen.at(-1)?.data
    await draw('a')
    await expect.poll(known).toBe('a')
    await draw('b')
    await expect.poll(known).toBe('b')
    await draw('b', false)
    await draw('a', false)
    await draw('a')
    await expect.poll(known).toBe('a')
    expect(seen.filter(({ of, data }) => data !== undefined && data !== of)).toEqual([])
  },
)

test('useHistory returns only transactions of the requested network', async () => {
  const { kit, seen, draw, update } = await start(hooks['useHistory'] ?? (() => undefined))
  const [one = raise(), other = raise()] = contextOf(kit).networks.map(({ networkId }) => networkId)
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await draw(one)
  const pending = [one, other].map((networkId, at) => ({
    networkId,
    address,
    hash: `0x${String(at).padStart(64, '0')}`,
    sentAt: 1,
    status: 'pending' as const,
  }))
  await update(() =>
    kit.store.setState({
      pending,
      sessions: {
        ...kit.getState().sessions,
        eip155: {
          status: 'connected',
          current: { connectorId: 'fake', accounts: [{ address }], networkId: one },
          others: [],
        },
      },
    }),
  )
  await draw(one)
  expect(seen.at(-1)?.data).toBe(one)
  await draw(other)
  expect(seen.at(-1)?.data).toBe(other)
  await draw(other, false)
  await draw(one, false)
  await draw(one)
  expect(seen.at(-1)?.data).toBe(one)
  expect(seen.filter(({ of, data }) => data !== undefined && data !== of)).toEqual([])
})
