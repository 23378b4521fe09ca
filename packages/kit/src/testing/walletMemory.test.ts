import { expect, onTestFinished, test } from 'vitest'
import { deafChains } from '../session/startTestKit.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { createDevelopmentWallet } from './developmentWallet.ts'

const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const key = 'app.latchkey.development/wallet'

test('a change in another tab is applied and emitted, but not stored again', async () => {
  const storage = memoryStorage()
  const page = new EventTarget()
  const { provider, close } = createDevelopmentWallet({ chains: deafChains, storage, window: page })
  onTestFinished(close)
  const events: [string, unknown][] = []
  for (const name of ['chainChanged', 'accountsChanged'])
    provider.on(name, (payload) => events.push([name, payload]))
  const notify = (newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  notify(JSON.stringify({ permitted: [first], chainId: 31338, added: [] }))
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([first])
  expect(events).toEqual([
    ['chainChanged', '0x7a6a'],
    ['accountsChanged', [first]],
  ])
  expect(storage.getItem(key)).toBeNull()
  for (const broken of [null, '', '{', '{"permitted":7}']) notify(broken)
  expect(events).toHaveLength(2)
})
