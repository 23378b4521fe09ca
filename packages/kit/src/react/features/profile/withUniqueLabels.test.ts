import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { accountRows, withUniqueLabels } from './withUniqueLabels.ts'

const [first, second] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]

function listOf(...wallets: readonly (readonly [name: string, address: string])[]) {
  const networkId = formatNetworkId('eip155', 1)
  return withUniqueLabels(
    wallets.map(([name, address], at) => ({
      connectorId: String(at),
      accounts: [{ address }],
      networkId,
      namespace: 'eip155',
      name,
      isCurrent: at === 0,
    })),
  ).map(({ title, label }) => [title, label])
}

test('wallets with different names have their names as labels', () => {
  expect(listOf(['Phone', first], ['Tablet', first])).toEqual([
    ['Phone', 'Phone'],
    ['Tablet', 'Tablet'],
  ])
})

test('wallets with the same name have their accounts in the labels', () => {
  expect(listOf(['Phone', first], ['Phone', second])).toEqual([
    ['Phone', 'Phone (0xf3…b92266)'],
    ['Phone', 'Phone (0x70…dc79C8)'],
  ])
})

test('wallets with the same name and account get numbers, in any spelling of the address', () => {
  expect(listOf(['Phone', first], ['Phone', first.toLowerCase()], ['Phone', first])).toEqual([
    ['Phone', 'Phone'],
    ['Phone 2', 'Phone 2'],
    ['Phone 3', 'Phone 3'],
  ])
})

test.for([
  [
    'one account twice, another once',
    [
      ['Phone', first],
      ['Phone', second],
      ['Phone', first],
    ],
  ],
  [
    'two pairs',
    [
      ['Phone', first],
      ['Phone', second],
      ['Phone', first],
      ['Phone', second],
    ],
  ],
] as const)('every label is unique: %s', ([, wallets]) => {
  const labels = listOf(...wallets).map(([, label]) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

test('where the site selects the account, each account has a row, in an order that stays', () => {
  const wallet = {
    connectorId: 'a',
    accounts: [{ address: first, name: 'Main' }, { address: second }],
    networkId: formatNetworkId('eip155', 1),
    namespace: 'eip155' as const,
    name: 'Phone',
    isCurrent: true,
  }
  const rowsOf = (accounts: readonly { address: string }[], isSelectable: boolean) =>
    withUniqueLabels(
      accountRows([{ ...wallet, accounts, ...(isSelectable && { isSelectable }) }]),
    ).map(({ label, isCurrent }) => [label, isCurrent])
  expect(rowsOf(wallet.accounts, false)).toEqual([['Phone', true]])
  expect(rowsOf(wallet.accounts, true)).toEqual([
    ['Phone (0x70…dc79C8)', false],
    ['Phone (0xf3…b92266)', true],
  ])
  expect(rowsOf(wallet.accounts.toReversed(), true)).toEqual([
    ['Phone (0x70…dc79C8)', true],
    ['Phone (0xf3…b92266)', false],
  ])
})
