import { expect, test } from 'vitest'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import { connectorsOfWallet } from './isOneWallet.ts'

const numbered = (id: string, name: string): Connector => ({
  id,
  name,
  namespace: 'eip155',
  type: 'injected',
})
const named = (name: string, more: Partial<Connector> = {}): Connector => ({
  id: `solana.${name.toLowerCase()}`,
  name,
  namespace: 'solana',
  type: 'injected',
  isByName: true,
  ...more,
})
const idsOf = (all: readonly Connector[], id: string) =>
  connectorsOfWallet(all, id).map((connector) => connector.id)

test('a wallet without an id is the same as the wallet of that name in another namespace', () => {
  const all = [numbered('app.ghost', 'Ghost'), named('ghost'), numbered('com.fox', 'Fox')]
  expect([
    idsOf(all, 'app.ghost'),
    idsOf(all, 'solana.ghost'),
    idsOf(all, 'com.fox'),
    idsOf(all, 'none'),
  ]).toEqual([['app.ghost', 'solana.ghost'], ['app.ghost', 'solana.ghost'], ['com.fox'], []])
})

test('a name shared by two wallets is not used to match them', () => {
  const all = [numbered('app.ghost', 'Ghost'), numbered('com.fake', 'Ghost'), named('ghost')]
  expect([idsOf(all, 'app.ghost'), idsOf(all, 'com.fake'), idsOf(all, 'solana.ghost')]).toEqual([
    ['app.ghost'],
    ['com.fake'],
    ['solana.ghost'],
  ])
})

test('two wallets with ids are different, even with the same name', () => {
  const all = [numbered('app.ghost', 'Ghost'), named('Ghost', { isByName: undefined as never })]
  expect(idsOf(all, 'app.ghost')).toEqual(['app.ghost'])
})

test('the same id in two namespaces is one wallet', () => {
  expect(
    connectorsOfWallet(
      [numbered('one', 'One'), { ...numbered('one', 'One'), namespace: 'solana' }],
      'one',
    ),
  ).toHaveLength(2)
})
