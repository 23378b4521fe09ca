import { expect, test } from 'vitest'
import type { AdapterFactory } from '../../core/contracts/adapter.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { startTestKit } from '../startTestKit.ts'

const stranger = '0x00000000000000000000000000000000000000bb'

test('a transaction is stored even if the code of its chain loads slowly; its description is added later', async () => {
  const fake = createFakeAdapter()
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  const slow: AdapterFactory = {
    namespace: 'eip155',
    create(host) {
      const adapter = fake.create(host)
      return { ...adapter, load: (name) => arrival.then(() => adapter.load(name)) }
    },
  }
  const { kit, clock } = startTestKit({ adapters: [slow] })
  await kit.connect({ connectorId: 'example' })
  const hash = await kit.sendTransaction({ to: stranger, value: 10n ** 18n })
  await clock.scheduled(1_500)
  clock.advance(1_500)
  await expect.poll(() => kit.getState().pending).toMatchObject([{ hash, status: 'pending' }])
  arrive()
  await expect
    .poll(() => kit.getState().pending?.[0]?.description)
    .toMatchObject({ operationType: 'send', sentTo: stranger, transfers: [{ quantity: '1' }] })
})
