import {
  createWalletClient,
  encodeAbiParameters,
  http,
  labelhash,
  namehash,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { Address, Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { readContract, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accounts,
  addressOf,
  developmentMnemonic,
  gatewaySigner,
} from '../../../../../../devnet/src/accounts.ts'
import { startDevnet } from '../../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../../devnet/src/startDevnet.ts'
import { signAnswer } from '../../../../../../services/api/src/names/gateway/signAnswer.ts'
import { networkOf, reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import { resolveName } from '../../../core/names/resolveName.lazy.ts'
import type { KitOptions } from '../../../core/options/options.ts'
import { sendJson, startTestServer } from '../../../core/testing/startTestServer.ts'
import { getIdentity } from '../../../domains/identity/getIdentity.lazy.ts'
import { identityQuery } from '../../../domains/identity/identityQuery.ts'
import { createFakeAdapter } from '../../../testing/fakeAdapter.ts'
import { ens } from './ens.ts'
import type { EnsOptions } from './ens.ts'
import { contextOf } from '../../../core/kit/context.ts'

let devnet: Devnet
beforeAll(async () => void (devnet = await startDevnet({ ports: 'free' })), 60_000)
afterAll(() => devnet.close())

const [collector, whale, trader] = [addressOf('collector'), addressOf('whale'), addressOf('trader')]

function first() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has two chains')
  const { ensUniversalResolver: resolver = '0x', ensOffchainResolver: offchain = '0x' } =
    chain.deployment
  return { ...chain, resolver, offchain }
}

/** A kit without an API. Its first network has ENS. */
function start(options: EnsOptions = {}, site: Partial<KitOptions> = {}) {
  const { chainId, url, resolver } = first()
  return startTestKit({
    networks: [networkOf({ id: chainId, name: 'First', rpcUrl: url })],
    identity: ens({ networkId: `eip155:${chainId}`, resolver, ...options }),
    ...site,
  })
}

/** Calls a function of an ENS contract as the contract's owner. */
async function write(
  address: Address,
  functionName: 'setSubnode' | 'setAddr' | 'setText' | 'setName' | 'setUrls',
  args: readonly unknown[],
): Promise<void> {
  const addressIndex = accounts.find(({ role }) => role === 'deployer')?.index
  const client = createWalletClient({
    account: mnemonicToAccount(developmentMnemonic, { addressIndex }),
    transport: http(first().url),
    pollingInterval: 50,
  })
  const hash = await client.writeContract({
    address,
    abi,
    functionName,
    args: args as never,
    chain: null,
  })
  await waitForTransactionReceipt(client, { hash })
}
const abi = parseAbi([
  'function registry() view returns (address)',
  'function resolver(bytes32) view returns (address)',
  'function setSubnode(bytes32 node, bytes32 label, address owner, address resolver)',
  'function setAddr(bytes32, uint256, bytes)',
  'function setText(bytes32, string, string)',
  'function setName(bytes32, string)',
  'function setUrls(string[] gateways)',
])
async function contracts() {
  const { url, resolver } = first()
  const client = createWalletClient({ transport: http(url) })
  const registry = await readContract(client, { address: resolver, abi, functionName: 'registry' })
  return {
    registry,
    records: await readContract(client, {
      address: registry,
      abi,
      functionName: 'resolver',
      args: [namehash('moby.eth')],
    }),
  }
}

/** Registers an ENS name for an account. */
async function name(
  account: Address,
  label: string,
  { claims = `${label}.eth`, avatar }: { claims?: string; avatar?: string } = {},
): Promise<void> {
  const { registry, records } = await contracts()
  const owner = addressOf('deployer')
  const reverse = account.slice(2).toLowerCase()
  await write(registry, 'setSubnode', [namehash('eth'), labelhash(label), owner, records])
  await write(records, 'setAddr', [namehash(`${label}.eth`), 60n, account])
  if (avatar !== undefined)
    await write(records, 'setText', [namehash(`${label}.eth`), 'avatar', avatar])
  await write(registry, 'setSubnode', [
    namehash('addr.reverse'),
    labelhash(reverse),
    owner,
    records,
  ])
  await write(records, 'setName', [namehash(`${reverse}.addr.reverse`), claims])
}
const fresh = (number: number): Address => `0x${String(number).padStart(40, 'c')}`

test('without services, getIdentity returns the ENS name, and the picture if the avatar record contains it', async () => {
  const { kit } = start()
  expect(await getIdentity(kit, { address: whale })).toEqual({
    name: 'moby.eth',
    avatar: expect.stringMatching(/^data:image\/svg\+xml,/),
  })
  // without a picture: the avatar record names an NFT
  expect(await getIdentity(kit, { address: collector })).toEqual({ name: 'lena.eth' })
  // no name: it is on an offchain server, which the site did not allow
  expect(await getIdentity(kit, { address: addressOf('empty') })).toEqual({})
  expect(
    await getIdentity(kit, { address: '7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy' }),
  ).toEqual({})
})

test('a name that resolves to another account is dropped, even if the resolver does not check this', async () => {
  expect(await getIdentity(start().kit, { address: trader })).toEqual({})
  const reverseAbi = [{ type: 'string' }, { type: 'address' }, { type: 'address' }] as const
  const { url, resolver } = first()
  // a resolver that answers `moby.eth` for every account
  const node = await startTestServer((response, { body }) => {
    const { id, method, params } = JSON.parse(body) as {
      id: number
      method: string
      params: [{ data: Hex }]
    }
    if (
      method === 'eth_call' &&
      params[0].data.startsWith(toFunctionSelector('reverseWithGateways(bytes,uint256,string[])'))
    )
      return sendJson(response, {
        jsonrpc: '2.0',
        id,
        result: encodeAbiParameters(reverseAbi, ['moby.eth', resolver, resolver]),
      })
    void fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      async (answer) => sendJson(response, await answer.json()),
    )
  })
  const { kit } = start({ rpcUrls: [node.url] })
  expect(await getIdentity(kit, { address: trader })).toEqual({})
  expect(await getIdentity(kit, { address: whale })).toMatchObject({ name: 'moby.eth' })
  expect(node.requests.length).toBeGreaterThan(3)
})

test.each<[string, string]>([
  ['a picture on another host', 'https://pictures.example.net/lena.png'],
  ['a picture in IPFS', 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
  ['an NFT', `eip155:1/erc721:0x${'a'.repeat(40)}/1`],
])('as an avatar, %s is shown only if the site sets a picture server', async (_, avatar) => {
  const account = fresh(avatar.length)
  await name(account, `with${avatar.length}`, { avatar })
  expect(await getIdentity(start().kit, { address: account })).toEqual({
    name: `with${avatar.length}.eth`,
  })
  const { kit, storage } = start({ pictures: 'http://127.0.0.1:9/avatar/{name}' })
  const known = {
    name: `with${avatar.length}.eth`,
    avatar: `http://127.0.0.1:9/avatar/with${avatar.length}.eth`,
  }
  expect(await getIdentity(kit, { address: account })).toEqual(known)
  await identityQuery(kit, account).queryFn({ signal: new AbortController().signal })
  expect(
    identityQuery(start({ pictures: 'http://127.0.0.1:9/avatar/{name}' }, { storage }).kit, account)
      .initialData,
  ).toEqual(known)
  expect(identityQuery(start({}, { storage }).kit, account).initialData).toEqual({
    name: known.name,
  }) // no picture: the site no longer names a picture server
})

test('an avatar that is an HTML page and a name that is not normalized or has invisible letters are dropped', async () => {
  await name(fresh(1), 'page', { avatar: 'data:text/html,<script>' })
  await name(fresh(2), 'Upper')
  await name(fresh(3), 'un\u200bseen')
  await name(fresh(4), 'straße')
  const { kit } = start()
  expect(
    await Promise.all([1, 2, 3, 4].map((number) => getIdentity(kit, { address: fresh(number) }))),
  ).toEqual([{ name: 'page.eth' }, {}, {}, { name: 'straße.eth' }])
})

test('a name resolves in any letter case; an address from another network is marked as borrowed', async () => {
  const { kit } = start()
  const networkId = `eip155:${first().chainId}` as const
  expect(await resolveName(kit, 'Moby.ETH', { networkId: networkId as never })).toEqual({
    status: 'found',
    name: 'moby.eth',
    address: whale,
    isBorrowed: true,
  })
  const { records } = await contracts()
  await write(records, 'setAddr', [namehash('moby.eth'), BigInt(2 ** 31 + first().chainId), trader])
  expect(
    await resolveName(start().kit, 'moby.eth', { networkId: networkId as never }),
  ).toMatchObject({ address: trader, isBorrowed: false })
  expect(await resolveName(kit, 'nobody-has-this.eth', { networkId: networkId as never })).toEqual({
    status: 'nobody',
  })
  expect(await resolveName(kit, 'not a name', { networkId: networkId as never })).toEqual({
    status: 'nobody',
  })
  expect(
    await resolveName(startTestKit({ networks: contextOf(kit).options.networks }).kit, 'moby.eth', {
      networkId: networkId as never,
    }),
  ).toEqual({ status: 'unavailable' })
})

test('offchain servers are requested only with the option, only on public hosts, and at most eight times', async () => {
  const { offchain } = first()
  const { registry } = await contracts()
  const requests: string[] = []
  const answer = async (url: string) => {
    const request = url.split('/').at(-1) as Hex
    const isName = request.includes('691f3431')
    const result = isName
      ? encodeAbiParameters([{ type: 'string' }], ['far.eth'])
      : request.includes('59d1d43c')
        ? encodeAbiParameters([{ type: 'string' }], [''])
        : request.includes('f1cb7e06')
          ? encodeAbiParameters([{ type: 'bytes' }], [addressOf('saver')])
          : encodeAbiParameters([{ type: 'address' }], [addressOf('saver')])
    return Response.json({
      data: await signAnswer(gatewaySigner.privateKey, {
        sender: offchain,
        request,
        result,
        expires: Math.floor(Date.now() / 1_000) + 60,
      }),
    })
  }
  const fetchNow: typeof fetch = async (to, init) => {
    const url = String(to)
    if (url.startsWith(first().url)) return fetch(to, init)
    requests.push(url)
    return url.startsWith('https://good.example.org')
      ? answer(url)
      : Response.json({ data: '0x' + '00'.repeat(100_000) })
  }
  await write(registry, 'setSubnode', [
    namehash('eth'),
    labelhash('far'),
    addressOf('deployer'),
    offchain,
  ])
  await write(offchain, 'setUrls', [
    [
      'http://127.0.0.1:1/{data}',
      'https://192.168.0.1/{data}',
      'https://bad.example.org/{data}',
      'https://good.example.org/{data}',
    ],
  ])
  expect(
    await getIdentity(start({}, { fetch: fetchNow }).kit, { address: addressOf('saver') }),
  ).toEqual({})
  expect(requests).toEqual([])
  expect(
    await getIdentity(start({ offchain: true }, { fetch: fetchNow }).kit, {
      address: addressOf('saver'),
    }),
  ).toEqual({ name: 'far.eth' })
  expect(new Set(requests.map((url) => new URL(url).host))).toEqual(
    new Set(['bad.example.org', 'good.example.org']),
  )
  requests.length = 0
  await write(offchain, 'setUrls', [
    Array.from({ length: 30 }, (_, at) => `https://bad${at}.example.org/{data}`),
  ])
  expect(
    await getIdentity(start({ offchain: true }, { fetch: fetchNow }).kit, {
      address: addressOf('saver'),
    }),
  ).toEqual({})
  expect(requests.length).toBeLessThanOrEqual(8)
})

test('a node that is down fails with `httpFailed`; an abort fails with `requestAborted`', async () => {
  const down = start(
    { rpcUrls: ['http://127.0.0.1:1'] },
    { fetch: async () => new Response('', { status: 404 }) },
  )
  expect(await reasonOf(getIdentity(down.kit, { address: whale }))).toMatchObject({
    code: 'httpFailed',
  })
  const silent = await startTestServer(() => {})
  const controller = new AbortController()
  const aborted = reasonOf(
    getIdentity(start({ rpcUrls: [silent.url] }).kit, {
      address: whale,
      signal: controller.signal,
    }),
  )
  await silent.received(1)
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
})

test('without an Ethereum network the error states the fix; with `rpcUrls` the site needs no such network', async () => {
  const { url, resolver } = first()
  expect(
    await reasonOf(
      getIdentity(startTestKit({ adapters: [createFakeAdapter()], identity: ens() }).kit, {
        address: whale,
      }),
    ),
  ).toMatchObject({
    code: 'optionInvalid',
    message:
      'Option "identity" has no node of eip155:1. Add this network to "networks", or pass ens({ rpcUrls: ["https://…"] }).',
  })
  expect(
    await getIdentity(
      startTestKit({ adapters: [createFakeAdapter()], identity: ens({ rpcUrls: [url], resolver }) })
        .kit,
      { address: whale },
    ),
  ).toMatchObject({ name: 'moby.eth' })
})

test('without the option `resolver`, the kit uses the resolver of the viem chain', async () => {
  const { chainId, url, resolver } = first()
  const chain = {
    ...networkOf({ id: chainId, name: 'First', rpcUrl: url }),
    contracts: { ensUniversalResolver: { address: resolver } },
  }
  expect(
    await getIdentity(
      startTestKit({ networks: [chain], identity: ens({ networkId: `eip155:${chainId}` }) }).kit,
      { address: whale },
    ),
  ).toMatchObject({ name: 'moby.eth' })
})

test('getIdentity uses the API first, and ENS if the API has no name', async () => {
  let known: string | null = 'mo.reown.id'
  const server = await startTestServer((response) =>
    sendJson(response, { name: known, avatar: null }),
  )
  const { kit } = start({ rpcUrls: [first().url] }, { services: { api: server.url } })
  expect(await getIdentity(kit, { address: whale })).toEqual({ name: 'mo.reown.id' })
  known = null
  expect(await getIdentity(kit, { address: whale })).toMatchObject({ name: 'moby.eth' })
})

test.each<[object | null, string]>([
  [null, 'Option "ens" is not an object.'],
  [{ rpcUrl: 'https://a.b' }, 'Option "ens.rpcUrl" is unknown.'],
  [{ rpcUrls: 'https://a.b' }, '"ens.rpcUrls"'],
  [{ rpcUrls: [] }, '"ens.rpcUrls"'],
  [{ rpcUrls: ['wss://a.b'] }, '"ens.rpcUrls"'],
  [{ pictures: 'https://a.b/avatar' }, '"ens.pictures"'],
  [{ pictures: 'javascript:{name}' }, '"ens.pictures"'],
  [{ offchain: 1 }, '"ens.offchain"'],
  [{ networkId: 1 }, '"ens.networkId"'],
  [{ resolver: '0x1' }, '"ens.resolver"'],
])('ens throws at once for the options %j', (options, text) => {
  expect(() => ens(options as EnsOptions)).toThrow(text)
})
