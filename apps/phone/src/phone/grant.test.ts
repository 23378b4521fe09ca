import { expect, test } from 'vitest'
import { grant, readWishes, settle } from './grant.ts'

const offers = {
  eip155: {
    hasChain: (chain: string) => ['eip155:1', 'eip155:2'].includes(chain),
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged'],
  },
  solana: { hasChain: (chain: string) => chain.startsWith('solana:'), methods: [], events: [] },
}
const wish = (chains: string[], methods: string[] = [], events: string[] = []) => ({
  chains,
  methods,
  events,
})

test('a site gets of its wishes what there is', () => {
  const wishes = readWishes({
    requiredNamespaces: {},
    optionalNamespaces: {
      eip155: wish(
        ['eip155:1', 'eip155:9'],
        ['personal_sign', 'eth_sign'],
        ['chainChanged', 'moonRise'],
      ),
      polkadot: wish(['polkadot:x']),
    },
  })
  expect(grant(wishes, offers)).toEqual({
    status: 'possible',
    wishes: { eip155: wish(['eip155:1'], ['personal_sign'], ['chainChanged']) },
  })
})

test('what is required and what is wished come together', () => {
  const wishes = readWishes({
    requiredNamespaces: { eip155: wish(['eip155:1'], ['personal_sign']) },
    optionalNamespaces: { eip155: wish(['eip155:2'], ['eth_sendTransaction']) },
  })
  expect(grant(wishes, offers)).toEqual({
    status: 'possible',
    wishes: { eip155: wish(['eip155:1', 'eip155:2'], ['personal_sign', 'eth_sendTransaction']) },
  })
})

test('a namespace may be written as one chain', () => {
  const wishes = readWishes({
    requiredNamespaces: {},
    optionalNamespaces: {
      'eip155:1': { methods: [], events: [] },
      'eip155:2': { methods: ['personal_sign'], events: [] },
    },
  })
  expect(wishes.optional).toEqual({ eip155: wish(['eip155:1', 'eip155:2'], ['personal_sign']) })
})

test('what is required and missing is named', () => {
  const wishes = readWishes({
    requiredNamespaces: {
      eip155: wish(['eip155:1', 'eip155:9'], ['eth_sign']),
      cosmos: wish(['cosmos:hub']),
    },
    optionalNamespaces: {},
  })
  expect(grant(wishes, offers)).toEqual({
    status: 'impossible',
    lacks: ['the network eip155:9', 'the method eth_sign', 'the network cosmos'],
  })
})

test('nothing in common is not possible', () => {
  const wishes = readWishes({
    requiredNamespaces: {},
    optionalNamespaces: { cosmos: wish(['cosmos:hub']) },
  })
  expect(grant(wishes, offers)).toEqual({ status: 'impossible', lacks: ['the network cosmos:hub'] })
})

test('each account is settled on each chain, and no namespace without an account', () => {
  const wishes = {
    eip155: wish(['eip155:1', 'eip155:2'], ['personal_sign']),
    solana: wish(['solana:x']),
  }
  expect(settle(wishes, { eip155: ['0xa', '0xb'] })).toEqual({
    eip155: {
      chains: ['eip155:1', 'eip155:2'],
      accounts: ['eip155:1:0xa', 'eip155:1:0xb', 'eip155:2:0xa', 'eip155:2:0xb'],
      methods: ['personal_sign'],
      events: [],
    },
  })
})
