import { expect, test } from 'vitest'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createStore } from './store.ts'

const now = 1_767_600_000_000
const hex = (number: number) => number.toString(16).padStart(64, '0')

function sessionOf(topic: string) {
  const side = { publicKey: hex(1), metadata: { name: '', description: '', url: '' } }
  const namespaces = {
    eip155: {
      accounts: ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      methods: [],
      events: [],
    },
  }
  return {
    topic,
    symKey: hex(2),
    pairingTopic: hex(3),
    self: { publicKey: hex(4) },
    peer: side,
    namespaces,
    expiry: now / 1_000 + 60,
  }
}

test('a session removed in one tab is not restored when another tab saves it', () => {
  const raw = memoryStorage()
  const [one, other] = [createStore(raw, () => now), createStore(raw, () => now)]
  one.save(sessionOf(hex(7)))
  one.save(sessionOf(hex(8)))
  one.remove(hex(7))
  other.save(sessionOf(hex(7)))
  expect(other.sessions()).toMatchObject([{ topic: hex(8) }])
  expect([hex(7), hex(8)].map(other.isGone)).toEqual([true, false])
})

test('the store knows the last 200 removed sessions for 30 days', () => {
  let time = now
  const store = createStore(memoryStorage(), () => time)
  for (let number = 0; number <= 200; number++) store.remove(hex(number))
  expect([hex(0), hex(1), hex(200)].map(store.isGone)).toEqual([false, true, true])
  time += 30 * 86_400_000
  expect(store.isGone(hex(200))).toBe(false)
})

const { eip155 } = sessionOf(hex(9)).namespaces

test.for<[string, unknown]>([
  ['that is null', null],
  ['that is a number', 7],
  ['without parts', {}],
  ['that is a list', []],
  ['with a broken key', { ...sessionOf(hex(9)), symKey: 'none' }],
  [
    'with an invalid chain',
    { ...sessionOf(hex(9)), namespaces: { eip155: { ...eip155, chains: ['eip155:-5'] } } },
  ],
  ['with an invalid expiry', { ...sessionOf(hex(9)), expiry: 'soon' }],
])('an invalid stored session %s removes no other session, also after the next save', ([, row]) => {
  const raw = memoryStorage()
  const good = [sessionOf(hex(7)), sessionOf(hex(8))]
  raw.setItem('@latchkey/walletconnect.sessions', JSON.stringify([good[0], row, good[1]]))
  const store = createStore(raw, () => now)
  expect(store.sessions()).toEqual(good)
  store.save(sessionOf(hex(6)))
  store.remove(hex(7))
  expect(createStore(raw, () => now).sessions()).toEqual([sessionOf(hex(8)), sessionOf(hex(6))])
})

test('an invalid row among the removed sessions removes no other row', () => {
  const raw = memoryStorage()
  raw.setItem(
    '@latchkey/walletconnect.deleted',
    JSON.stringify([{ topic: hex(7), expiry: now }, { topic: 7 }, { topic: hex(8), expiry: now }]),
  )
  const store = createStore(raw, () => now)
  store.remove(hex(9))
  expect([hex(7), hex(8), hex(9)].map(store.isGone)).toEqual([true, true, true])
})

test.for(['', '{', 'null', '7', '{"length":1}', '"text"'])(
  'the stored text %s gives no session',
  (text) => {
    const raw = memoryStorage()
    raw.setItem('@latchkey/walletconnect.sessions', text)
    expect(createStore(raw, () => now).sessions()).toEqual([])
  },
)
