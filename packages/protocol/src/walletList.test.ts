import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getWallets, mainNetworks, walletRow } from './walletList.ts'
import { isNetworkId } from './caip.ts'

/** The example of docs/contracts/api.md#wallet-list */
const row = {
  id: 'c57ca95b',
  name: 'MetaMask',
  homepage: 'https://metamask.io/',
  image_id: 'eebe4a7f',
  order: 10,
  badge_type: 'certified',
  chains: ['eip155:1'],
  mobile_link: 'metamask://',
  link_mode: null,
  desktop_link: null,
  webapp_link: null,
  app_store: 'https://apps.example.org/1',
  play_store: 'https://play.example.org/1',
  chrome_store: 'https://chrome.example.org/1',
  rdns: 'io.metamask',
  injected: [{ namespace: 'eip155', injected_id: 'isMetaMask' }],
}

test('the row of the contract is accepted, and null counts as absent', () => {
  const { link_mode: _, desktop_link: __, webapp_link: ___, ...rest } = row
  expect(v.parse(walletRow, row)).toStrictEqual(expect.objectContaining(rest))
  expect(v.parse(walletRow, row).link_mode).toBeUndefined()
})

test.each([
  ['homepage', 'javascript:alert(1)'],
  ['homepage', 'https://'],
  ['homepage', 'nov.ag'],
  ['homepage', 'https://a.example b'],
  ['homepage', 7],
  ['homepage', `https://a.example/${'a'.repeat(3000)}`],
  ['image_url', 'data:image/svg+xml,<svg onload="x"/>'],
  ['mobile_link', 'javascript:alert(1)'],
  ['mobile_link', 'JavaScript://%0aalert(1)'],
  ['mobile_link', 'data:text/html,x'],
  ['mobile_link', 'http://metamask.app.link'],
  ['mobile_link', 'intent://scan'],
  ['mobile_link', 'filesystem:https://a.example/x'],
  ['desktop_link', 'ms-msdt:/id'],
  ['app_store', 'http://a.example'],
  ['homepage', 'https://a.example@evil.example'],
  ['in_app_browser', 'https:\\\\evil.example'],
  ['link_mode', 'https://evil。example'],
  ['mobile_link', 'meta mask://'],
  ['mobile_link', 'metamask'],
  ['link_mode', 'metamask://'],
  ['chrome_store', 'nothing'],
  ['order', Number.NaN],
  ['order', '1'],
  ['badge_type', 'gold'],
  ['chains', 'eip155:1'],
  ['injected', [{}]],
  ['rdns', {}],
  ['image_id', 'a'.repeat(129)],
])('an invalid %s (%j) is removed, and the rest of the row stays', (part, value) => {
  const parsed = v.parse(walletRow, { ...row, [part]: value })
  expect(parsed).toMatchObject({ id: row.id, name: row.name })
  expect(parsed[part as keyof typeof parsed]).toBeUndefined()
})

test('`mobile_link` accepts an https URL instead of a scheme', () => {
  expect(v.parse(walletRow, { ...row, mobile_link: 'https://klip.example/open' }).mobile_link).toBe(
    'https://klip.example/open',
  )
})

test('texts of a row are trimmed', () => {
  expect(
    v.parse(walletRow, {
      id: 'a',
      name: ' Kraken Wallet ',
      mobile_link: ' a://',
      app_store: ' https://a.example/ ',
    }),
  ).toMatchObject({ name: 'Kraken Wallet', mobile_link: 'a://', app_store: 'https://a.example/' })
})

test('invisible characters are removed from a name, and it is cut to 64 characters', () => {
  expect(v.parse(walletRow, { id: 'a', name: '\u202eMeta\u0000Mask\n' }).name).toBe('MetaMask')
  expect(v.parse(walletRow, { id: 'a', name: 'M'.repeat(1_000_000) }).name).toHaveLength(64)
})

test('a row without a valid id or name is left out, and the other rows stay', () => {
  const { data } = v.parse(getWallets.answer, {
    count: 9,
    data: [
      null,
      1,
      'a',
      {},
      { id: 'a' },
      { id: 'a', name: ' ' },
      { id: '', name: 'A' },
      { id: 'a'.repeat(129), name: 'A' },
      row,
    ],
  })
  expect(data.map(({ id }) => id)).toEqual([row.id])
})

test('invalid network ids of a row are removed', () => {
  expect(v.parse(walletRow, { ...row, chains: ['eip155:1', 'x', 7, 'solana:'] }).chains).toEqual([
    'eip155:1',
  ])
})

test.each([
  null,
  [],
  {},
  { count: -1, data: [] },
  { count: 1.5, data: [] },
  { count: 1 },
  { count: 1, data: {} },
])('the answer %j is refused', (answer) => {
  expect(v.safeParse(getWallets.answer, answer).success).toBe(false)
})

test('by default a request is for page 1 with 40 entries', () => {
  expect(v.parse(getWallets.query, {})).toEqual({ page: 1, entries: 40 })
  expect(v.parse(getWallets.query, { page: '3', entries: '100' })).toEqual({
    page: 3,
    entries: 100,
  })
})

test('every namespace has a main network', () => {
  expect(
    Object.entries(mainNetworks).every(
      ([namespace, id]) => isNetworkId(id) && id.startsWith(`${namespace}:`),
    ),
  ).toBe(true)
})
