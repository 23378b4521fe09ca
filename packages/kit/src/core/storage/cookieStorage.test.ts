import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { cookieStorage } from './cookieStorage.ts'
import { readCookie } from './readCookie.ts'
import { memoryStorage } from './storage.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Simulates the cookies of a page. Returns the `Cookie` header that a server gets, and the cookies
 * that were written.
 */
function startCookies(href = 'https://shop.example.org/') {
  const jar = new Map<string, string>([['theme', 'dark']])
  const written: string[] = []
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  vi.stubGlobal('location', new URL(href))
  vi.stubGlobal('document', {
    get cookie() {
      return header()
    },
    set cookie(text: string) {
      written.push(text)
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? []
      if (text.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
  return { header, written, jar }
}

beforeEach(() => void startTestPage())
afterEach(() => vi.unstubAllGlobals())

test('the cookie has the account of a connected visitor, and is removed by a disconnect', async () => {
  const { header, written } = startCookies()
  const wallet = startTestWallet()
  const { kit, stop } = startTestKit({ locale: 'en', storage: cookieStorage(memoryStorage()) })
  expect(written).toEqual([])
  await kit.connect({ connectorId: wallet.info.rdns })
  expect(readCookie(header())).toEqual([{ networkId: 'eip155:31337', address }])
  expect(written.at(-1)).toBe(
    `latchkey=eip155:31337:${address}; Path=/; Max-Age=34560000; SameSite=Lax; Secure`,
  )
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(readCookie(header())).toEqual([{ networkId: 'eip155:31338', address }])
  await kit.disconnect()
  expect(header()).toBe('theme=dark')
  stop()
})

test('on http the cookie is not `Secure`', async () => {
  const { written } = startCookies('http://localhost:3000/')
  const wallet = startTestWallet()
  const { kit } = startTestKit({ locale: 'en', storage: cookieStorage(memoryStorage()) })
  await kit.connect({ connectorId: wallet.info.rdns })
  expect(written.at(-1)).not.toContain('Secure')
})

test('the first access of a visit renews the cookie, or removes it if no wallet is connected', () => {
  const { header, jar, written } = startCookies()
  const raw = memoryStorage()
  const values = {
    version: 1,
    'connection-status': 'connected',
    'connected-namespaces': ['eip155', 'solana', 7],
    'last-account': {
      solana: 'solana:main:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
      eip155: `eip155:1:${address}`,
      polkadot:
        'polkadot:91b171bb158e2d3848fa23a9f1c25182:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    },
    'active-network-id': 'solana:main',
  }
  for (const [key, value] of Object.entries(values))
    raw.setItem(`@latchkey/${key}`, JSON.stringify(value))
  const storage = cookieStorage(raw)
  expect(written).toEqual([])
  storage.getItem('@latchkey/version')
  storage.getItem('@latchkey/version')
  expect(written).toHaveLength(1)
  expect(readCookie(header()).map(({ networkId }) => networkId)).toEqual([
    'solana:main',
    'eip155:1',
  ])
  raw.setItem('@latchkey/connection-status', JSON.stringify('disconnected'))
  cookieStorage(raw).getItem('@latchkey/version')
  expect(jar.has('latchkey')).toBe(false)
})

test('without cookies or on a server, only the storage is used', async () => {
  const wallet = startTestWallet()
  const forbidden = {
    get cookie(): string {
      throw new DOMException('sandboxed', 'SecurityError')
    },
  }
  for (const document of [forbidden, undefined]) {
    vi.stubGlobal('document', document)
    const raw = memoryStorage()
    const { kit, stop } = startTestKit({ locale: 'en', storage: cookieStorage(raw) })
    await kit.connect({ connectorId: wallet.info.rdns })
    expect(raw.getItem('@latchkey/last-account')).toContain(address)
    stop()
  }
})
