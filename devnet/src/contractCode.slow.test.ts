import { createPublicClient, encodeDeployData, http, namehash, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { compileContracts } from '../bake/compile.ts'
import { gatewaySigner, sponsor } from './accounts.ts'
import { farcasterIdsCode, farcasterKeysCode } from './farcasterRegistries.ts'
import { hostileNftCode, hostileTokenCode } from './hostileContracts.ts'
import { startDevnet } from './startDevnet.ts'
import { strangeTokenCode } from './strangeToken.ts'

/** The contracts, compiled once for all tests, because this takes several seconds. */
let compiled: ReturnType<typeof compileContracts>
beforeAll(() => void (compiled = compileContracts()), 120_000)

test('the stored bytecode of the test contracts equals their compiled sources', () => {
  const codes = {
    StrangeToken: strangeTokenCode,
    HostileToken: hostileTokenCode,
    HostileNft: hostileNftCode,
    FarcasterIds: farcasterIdsCode,
    FarcasterKeys: farcasterKeysCode,
  }
  for (const [name, code] of Object.entries(codes))
    expect(code === compiled.get(name)?.bytecode, name).toBe(true)
}, 60_000)

test('the baked bytecode of the paymaster equals its compiled source', async () => {
  const devnet = await startDevnet({ ports: 'free' })
  try {
    for (const { url, deployment } of devnet.chains) {
      const client = createPublicClient({ transport: http(url) })
      const { paymaster, entryPoint } = deployment.smartAccounts
      const artifact = compiled.get('SponsorPaymaster') ?? { abi: [], bytecode: '0x' as const }
      const args = [entryPoint, sponsor.address, sponsor.address]
      const { data } = await client.call({ data: encodeDeployData({ ...artifact, args }) })
      expect((await client.getCode({ address: paymaster })) === data).toBe(true)
    }
  } finally {
    await devnet.close()
  }
}, 60_000)

test('the baked bytecode of the ENS contracts equals their compiled sources', async () => {
  const devnet = await startDevnet({ ports: 'free' })
  try {
    const [chain] = devnet.chains
    const client = createPublicClient({ transport: http(chain?.url) })
    const { ensUniversalResolver = '0x', ensOffchainResolver = '0x' } = chain?.deployment ?? {}
    const abi = parseAbi([
      'function registry() view returns (address)',
      'function resolver(bytes32) view returns (address)',
    ])
    const registry = await client.readContract({
      address: ensUniversalResolver,
      abi,
      functionName: 'registry',
    })
    const resolver = await client.readContract({
      address: registry,
      abi,
      functionName: 'resolver',
      args: [namehash('lena.eth')],
    })
    for (const [name, address, args] of [
      ['EnsRegistry', registry, []],
      ['EnsResolver', resolver, [registry]],
      ['EnsUniversalResolver', ensUniversalResolver, [registry]],
      ['OffchainResolver', ensOffchainResolver, [[], [gatewaySigner.address]]],
    ] as const) {
      const artifact = compiled.get(name) ?? { abi: [], bytecode: '0x' as const }
      // the code that a deployment would store at the address
      const { data } = await client.call({ data: encodeDeployData({ ...artifact, args }) })
      expect((await client.getCode({ address })) === data, name).toBe(true)
    }
  } finally {
    await devnet.close()
  }
}, 60_000)
