import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import { createPublicClient, http, parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameClient, newAccount, withNames } from '../../services/api/src/testing/nameClient.ts'
import { addressOf } from './accounts.ts'
import { demoZone } from './demoZone.ts'
import { readDeployment } from './readDeployment.ts'
import { setNameGateway } from './setNameGateway.ts'
import { startLatchkey, type Latchkey } from './startLatchkey.ts'

const { chainId, ensUniversalResolver: universalResolverAddress = '0x' } = readDeployment(31_337)
const own = 2n ** 31n + 31_337n
const alice = newAccount()
const bob = newAccount()

let folder: string
let stateDir: string
let latchkey: Latchkey

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
  stateDir = await mkdtemp(join(tmpdir(), 'latchkey-state-'))
  await writeFile(join(folder, 'index.html'), '<title>Demo</title>')
  latchkey = await start()
  const { register } = nameClient(() => latchkey.addresses.api)
  const answers = [
    await register(alice, 'alice.reown.id', { chainId, attributes: { bio: 'Hello' } }),
    await register(bob, longName, { chainId: 31_338 }),
  ]
  if (answers.some(({ status }) => status !== 200))
    throw new Error(`Not registered: ${JSON.stringify(answers)}`)
}, 60_000)

afterAll(async () => {
  await latchkey.close()
  await rm(folder, { recursive: true })
  await rm(stateDir, { recursive: true })
}, 60_000)

async function start() {
  const started = await startLatchkey({ demoFolder: folder, ports: 'free', stateDir })
  await withNames(started.addresses.api)
  return started
}
const node = () => latchkey.addresses.chains['eip155:31337'] ?? ''
const client = () => createPublicClient({ transport: http(node()) })

const longName = `${'b'.repeat(64)}.wcn.id`
const byViem = {
  address: (name: string, coinType?: bigint) =>
    client().getEnsAddress({
      name,
      universalResolverAddress,
      ...(coinType !== undefined && { coinType }),
    }),
  name: (address: Address, coinType?: bigint) =>
    client().getEnsName({
      address,
      universalResolverAddress,
      ...(coinType !== undefined && { coinType }),
    }),
  text: (name: string, key: string) => client().getEnsText({ name, key, universalResolverAddress }),
}

test('viem resolves a registered name to its account and texts, and the account to its name', async () => {
  expect(await byViem.address('alice.reown.id')).toBe(alice.address)
  expect(await byViem.address('alice.reown.id', own)).toBe(alice.address.toLowerCase())
  expect(await byViem.address(longName)).toBe(bob.address)
  expect(await byViem.text('alice.reown.id', 'bio')).toBe('Hello')
  expect([await byViem.name(alice.address), await byViem.name(bob.address)]).toEqual([
    'alice.reown.id',
    longName,
  ])
  expect([await byViem.name(alice.address, own), await byViem.name(bob.address, own)]).toEqual([
    'alice.reown.id',
    null,
  ])
})

test('viem resolves no unregistered name, and still resolves the names on the chain', async () => {
  for (const name of [
    'nobody.reown.id',
    'a.alice.reown.id',
    'alice.wcn.id',
    'alice.id',
    'nobody.eth',
  ])
    expect([name, await byViem.address(name), await byViem.text(name, 'bio')]).toEqual([
      name,
      null,
      null,
    ])
  expect(await byViem.address('alice.reown.id', own + 1n)).toBeNull()
  expect(await byViem.address(longName, own)).toBeNull()
  expect(await byViem.text('alice.reown.id', 'avatar')).toBeNull()
  expect(await byViem.name(addressOf('saver'))).toBeNull()
  expect([
    await byViem.address('lena.eth'),
    await byViem.name(addressOf('collector')),
    await byViem.name(addressOf('whale')),
  ]).toEqual([addressOf('collector'), 'lena.eth', 'moby.eth'])
  expect(await byViem.name(addressOf('trader'))).toBeNull() // its record claims another account's name
})

test('ethers resolves the same names without a universal resolver', async () => {
  const registry = await client().readContract({
    address: universalResolverAddress,
    abi: parseAbi(['function registry() view returns (address)']),
    functionName: 'registry',
  })
  const network = new Network('devnet', chainId).attachPlugin(new EnsPlugin(registry, chainId))
  const provider = new JsonRpcProvider(node(), network, { staticNetwork: network })
  try {
    expect([
      await provider.resolveName('alice.reown.id'),
      await provider.resolveName(longName),
      await provider.resolveName('nobody.reown.id'),
      await provider.resolveName('lena.eth'),
    ]).toEqual([alice.address, bob.address, null, addressOf('collector')])
    const resolver = await provider.getResolver('alice.reown.id')
    expect([
      await resolver?.getText('bio'),
      await resolver?.getText('url'),
      await resolver?.getAvatar(),
      await resolver?.getContentHash(),
    ]).toEqual(['Hello', '', null, null])
    expect([await resolver?.getAddress(own), await resolver?.getAddress(own + 1n)]).toEqual([
      alice.address,
      null,
    ])
    expect([
      await provider.lookupAddress(alice.address),
      await provider.lookupAddress(addressOf('saver')),
      await provider.lookupAddress(addressOf('whale')),
    ]).toEqual(['alice.reown.id', null, 'moby.eth'])
  } finally {
    provider.destroy()
  }
})

test('the API resolves the names that it registered', async () => {
  const ask = async (path: string) => (await fetch(`${latchkey.addresses.api}/v1/${path}`)).json()
  expect(await ask('profile/account/alice.reown.id')).toMatchObject({
    addresses: { 60: { address: alice.address } },
  })
  expect(await ask('profile/account/nobody.reown.id?apiVersion=2')).toEqual([])
  expect(await ask(`identity/${alice.address}?chainId=eip155:1`)).toMatchObject({
    name: 'alice.reown.id',
  })
  expect(await ask(`identity/${addressOf('saver')}?chainId=eip155:1`)).toMatchObject({ name: null })
})

test('viem resolves a name in the demo’s own zone', async () => {
  const carol = newAccount()
  const { register } = nameClient(() => latchkey.addresses.api)
  expect(await register(carol, `carol.${demoZone}`, { chainId })).toMatchObject({ status: 200 })
  expect(await byViem.address(`carol.${demoZone}`)).toBe(carol.address)
  expect(await byViem.name(carol.address)).toBe(`carol.${demoZone}`)
  expect(await byViem.address(`nobody.${demoZone}`)).toBeNull()
})

test('setting the same gateway again sends no transaction', async () => {
  const before = await client().getBlockNumber({ cacheTime: 0 })
  await setNameGateway(
    { url: node(), deployment: readDeployment(chainId) },
    latchkey.addresses.api,
    demoZone,
  )
  expect(await client().getBlockNumber({ cacheTime: 0 })).toBe(before)
  await setNameGateway(
    { url: 'http://127.0.0.1:1', deployment: readDeployment(31_338) },
    latchkey.addresses.api,
    demoZone,
  ) // a chain without names gets no request
})

test('after a restart names resolve through the API’s new port', async () => {
  await latchkey.close()
  latchkey = await start()
  expect([await byViem.address('alice.reown.id'), await byViem.name(alice.address)]).toEqual([
    alice.address,
    'alice.reown.id',
  ])
  expect(await byViem.address('nobody.reown.id')).toBeNull()
}, 60_000)
