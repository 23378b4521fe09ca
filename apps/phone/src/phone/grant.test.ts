import { expect, test } from 'vitest'
import { grant, readNamespaceRequests, sessionNamespacesOf } from './grant.ts'

const offers = {
  eip155: {
    hasChain: (chain: string) => ['eip155:1', 'eip155:2'].includes(chain),
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged'],
  },
  solana: { hasChain: (chain: string) => chain.startsWith('solana:'), methods: [], events: [] },
}
const namespaceRequest = (chains: string[], methods: string[] = [], events: string[] = []) => ({
  chains,
  methods,
  events,
})

test('a site gets the optional networks, methods and events that the phone supports', () => {
  const namespaces = readNamespaceRequests({
    requiredNamespaces: {},
    optionalNamespaces: {
      eip155: namespaceRequest(
        ['eip155:1', 'eip155:9'],
        ['personal_sign', 'eth_sign'],
        ['chainChanged', 'moonRise'],
      ),
      polkadot: namespaceRequest(['polkadot:x']),
    },
  })
  expect(grant(namespaces, offers)).toEqual({
    status: 'possible',
    namespaces: { eip155: namespaceRequest(['eip155:1'], ['personal_sign'], ['chainChanged']) },
  })
})

test('required and optional requests are merged', () => {
  const namespaces = readNamespaceRequests({
    requiredNamespaces: { eip155: namespaceRequest(['eip155:1'], ['personal_sign']) },
    optionalNamespaces: { eip155: namespaceRequest(['eip155:2'], ['eth_sendTransaction']) },
  })
  expect(grant(namespaces, offers)).toEqual({
    status: 'possible',
    namespaces: {
      eip155: namespaceRequest(['eip155:1', 'eip155:2'], ['personal_sign', 'eth_sendTransaction']),
    },
  })
})

test('a request may use a network id such as `eip155:1` as the key of a namespace', () => {
  const namespaces = readNamespaceRequests({
    requiredNamespaces: {},
    optionalNamespaces: {
      'eip155:1': { methods: [], events: [] },
      'eip155:2': { methods: ['personal_sign'], events: [] },
    },
  })
  expect(namespaces.optional).toEqual({
    eip155: namespaceRequest(['eip155:1', 'eip155:2'], ['personal_sign']),
  })
})

test('a request is impossible if the phone lacks a required network or method, and each missing one is listed', () => {
  const namespaces = readNamespaceRequests({
    requiredNamespaces: {
      eip155: namespaceRequest(['eip155:1', 'eip155:9'], ['eth_sign']),
      cosmos: namespaceRequest(['cosmos:hub']),
    },
    optionalNamespaces: {},
  })
  expect(grant(namespaces, offers)).toEqual({
    status: 'impossible',
    missing: ['the network eip155:9', 'the method eth_sign', 'the network cosmos'],
  })
})

test('a request is impossible if the phone supports none of its networks', () => {
  const namespaces = readNamespaceRequests({
    requiredNamespaces: {},
    optionalNamespaces: { cosmos: namespaceRequest(['cosmos:hub']) },
  })
  expect(grant(namespaces, offers)).toEqual({
    status: 'impossible',
    missing: ['the network cosmos:hub'],
  })
})

test('a session lists each account on each chain, and omits a namespace without an account', () => {
  const namespaces = {
    eip155: namespaceRequest(['eip155:1', 'eip155:2'], ['personal_sign']),
    solana: namespaceRequest(['solana:x']),
  }
  expect(sessionNamespacesOf(namespaces, { eip155: ['0xa', '0xb'] })).toEqual({
    eip155: {
      chains: ['eip155:1', 'eip155:2'],
      accounts: ['eip155:1:0xa', 'eip155:1:0xb', 'eip155:2:0xa', 'eip155:2:0xb'],
      methods: ['personal_sign'],
      events: [],
    },
  })
})
