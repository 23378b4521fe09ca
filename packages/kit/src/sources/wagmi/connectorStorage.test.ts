import { expect, test } from 'vitest'
import { createKitStorage, memoryStorage } from '../../core/storage/storage.ts'
import { connectorStorage } from './connectorStorage.ts'

test('a stored value is read as it was written, and as null after its removal', async () => {
  const storage = connectorStorage(memoryStorage())
  await storage.setItem('safe.disconnected', true)
  await storage.setItem('other', { chainId: 1 })
  expect([await storage.getItem('safe.disconnected'), await storage.getItem('other')]).toEqual([
    true,
    { chainId: 1 },
  ])
  await storage.removeItem('safe.disconnected')
  await storage.setItem('other', null)
  expect([
    await storage.getItem('safe.disconnected'),
    await storage.getItem('other', 'none'),
  ]).toEqual([null, 'none'])
})

test.each(['toString', '__proto__', 'constructor'])(
  'a value can be stored under the name %s',
  async (name) => {
    const storage = connectorStorage(memoryStorage())
    expect(await storage.getItem(name)).toBeNull()
    await storage.setItem(name, 'x')
    expect(await storage.getItem(name)).toBe('x')
  },
)

test.each(['{', '7', 'null', '[]'])('invalid stored text is ignored: %s', async (text) => {
  const raw = memoryStorage()
  const storage = connectorStorage(raw)
  raw.setItem(storage.key, text)
  expect(await storage.getItem('a')).toBeNull()
  await storage.setItem('a', 1)
  expect(await storage.getItem('a')).toBe(1)
})

test('the values are removed when the layout of the kit’s storage changes', async () => {
  const raw = memoryStorage()
  await connectorStorage(raw).setItem('a', 1)
  raw.setItem('@latchkey/version', '0')
  expect(await connectorStorage(createKitStorage(raw).raw).getItem('a')).toBeNull()
})
