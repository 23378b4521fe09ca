import {
  concat,
  getAddress,
  getContractAddress,
  numberToHex,
  pad,
  parseSignature,
  serializeErc6492Signature,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { coinTypeOf } from '@latchkey/protocol/coinType'
import {
  createFor,
  factoryCode,
  smartAccountCode,
} from '../../../../packages/kit/src/domains/siwx/server/startTestContracts.ts'
import { developmentMnemonic } from '@latchkey/devnet/accounts'
import { strangerOn } from '../../../../devnet/src/strangerOn.ts'
import { nameClient, newAccount, withNames } from '../testing/nameClient.ts'
import { startTestApis } from '../testing/startTestApis.ts'
import { chainClient } from '../testing/traffic.ts'

const { devnet, configs, start } = startTestApis()
const chainId = 31_337
const owner = newAccount()

/**
 * Deploys a factory on the devnet, and computes the address of the owner's contract. Deploys the
 * contract, too, if `isDeployed`.
 */
async function contractOf(isDeployed: boolean): Promise<{ factory: Address; address: Address }> {
  const { deploy, send } = await strangerOn(devnet().chains[0]?.url ?? '')
  const factory = await deploy(factoryCode)
  if (isDeployed) await send(factory, createFor(owner.address))
  return {
    factory,
    address: getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: pad(owner.address),
      bytecode: smartAccountCode,
    }),
  }
}

/**
 * Makes a registration that the owner has signed. If `isWrapped`, the signature contains what a
 * node needs to check it before the contract is deployed.
 */
async function registrationOf(
  name: string,
  { factory, address }: { factory: Address; address: Address },
  { isWrapped = false, signer = owner, id = chainId } = {},
) {
  const message = JSON.stringify({
    name,
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  const signature = await signer.signMessage({ message })
  return {
    message,
    signature: isWrapped
      ? serializeErc6492Signature({ address: factory, data: createFor(owner.address), signature })
      : signature,
    coin_type: coinTypeOf(id),
    address,
  }
}

test('contracts register a name with ERC-1271 and ERC-6492, on the network of the coin type', {
  timeout: 120_000,
}, async () => {
  const url = await withNames(await start({ database: 'memory' }))
  const client = nameClient(() => url)
  const [deployed, planned] = [await contractOf(true), await contractOf(false)]
  const statusOf = async (body: object) => (await client.request('account', body)).status
  expect(
    await statusOf(await registrationOf('other1.reown.id', deployed, { signer: newAccount() })),
  ).toBe(401)
  expect(
    await statusOf({
      ...(await registrationOf('deployed.reown.id', deployed)),
      message: `{"name":"deployed.reown.id","timestamp":${Math.floor(Date.now() / 1_000)}}`,
    }),
  ).toBe(401)
  expect(await statusOf(await registrationOf('elsewhere.reown.id', deployed, { id: 31_338 }))).toBe(
    401,
  ) // the address has no contract on that chain
  expect(await statusOf(await registrationOf('unserved.reown.id', deployed, { id: 1 }))).toBe(401)
  // no node of that chain is known, so no contract can be called
  expect(await statusOf(await registrationOf('planned.reown.id', planned))).toBe(401)
  expect(
    await statusOf(
      await registrationOf('planned.reown.id', planned, { isWrapped: true, signer: newAccount() }),
    ),
  ).toBe(401)
  expect(
    await statusOf({
      ...(await registrationOf('longest.reown.id', deployed)),
      signature: `0x${'12'.repeat(32_767)}`,
    }),
  ).toBe(401) // the node checks even such a long signature, so the status is not 503
  expect(
    await statusOf({
      ...(await registrationOf('longest.reown.id', planned)),
      signature: serializeErc6492Signature({
        address: planned.factory,
        data: `0x${'12'.repeat(32_000)}`,
        signature: '0x12',
      }),
    }),
  ).toBe(401)
  expect(
    await client.request('account', await registrationOf('deployed.reown.id', deployed)),
  ).toMatchObject({
    status: 200,
    body: {
      addresses: {
        60: { address: deployed.address },
        [String(coinTypeOf(chainId))]: { address: deployed.address },
      },
    },
  })
  expect(
    await client.request(
      'account',
      await registrationOf('planned.reown.id', planned, { isWrapped: true }),
    ),
  ).toMatchObject({ status: 200, body: { name: 'planned.reown.id' } })

  const message = JSON.stringify({
    attributes: { bio: 'a contract' },
    timestamp: Math.floor(Date.now() / 1_000) + 1,
  })
  const change = {
    message,
    signature: await owner.signMessage({ message }),
    coin_type: coinTypeOf(chainId),
    address: deployed.address,
  }
  expect(
    (
      await client.request('account/deployed.reown.id/attributes', {
        ...change,
        coin_type: coinTypeOf(31_338),
      })
    ).status,
  ).toBe(401)
  expect(await client.request('account/deployed.reown.id/attributes', change)).toMatchObject({
    status: 200,
    body: { bio: 'a contract' },
  })
})

/**
 * The code of a contract that answers every call with four bytes: it pushes, stores and returns
 * them.
 */
const answering = (bytes: string): Hex => `0x63${bytes}60e01b60005260206000f3`

test('a contract that approves the message itself registers a name with an empty signature', {
  timeout: 120_000,
}, async () => {
  const url = await withNames(await start({ database: 'memory' }))
  const { address } = newAccount()
  const register = async (name: string) =>
    nameClient(() => url).request('account', {
      ...(await registrationOf(name, { factory: address, address })),
      signature: '0x',
    })
  expect((await register('told.reown.id')).status).toBe(401)
  const client = chainClient(devnet().chains[0]?.url ?? '')
  await client.setCode({ address, bytecode: answering('ffffffff') })
  expect((await register('told.reown.id')).status).toBe(401)
  await client.setCode({ address, bytecode: answering('1626ba7e') })
  expect((await register('told.reown.id')).status).toBe(200)
})

test('an address without an owner cannot register a name: the zero address, a precompile, a contract that returns more than the expected word', {
  timeout: 120_000,
}, async () => {
  const url = await withNames(await start({ database: 'memory' }))
  const { address: contract } = newAccount()
  const client = chainClient(devnet().chains[0]?.url ?? '')
  let made = 0
  const register = async (address: Address, signature: Hex) =>
    (
      await nameClient(() => url).request('account', {
        ...(await registrationOf(`ownerless${(made += 1)}.reown.id`, {
          factory: address,
          address,
        })),
        signature,
      })
    ).status
  const nothing: Hex = `0x${'00'.repeat(64)}1b`
  for (const address of [
    zeroAddress,
    getAddress('0x0000000000000000000000000000000000000004'),
    getAddress('0x0000000000000000000000000000000000000100'),
    getAddress('0x4200000000000000000000000000000000000016'),
  ])
    for (const signature of [nothing, '0x', '0x00'] as const)
      expect(await register(address, signature), `${address} ${signature}`).toBe(401)
  for (const bytecode of [
    '0x365f5f37365ff3',
    '0x5f355f5260205ff3',
    `0x7f1626ba7e${'ff'.repeat(28)}5f5260205ff3`,
    `0x7f1626ba7e${'00'.repeat(28)}5f5260405ff3`,
  ] as const) {
    await client.setCode({ address: contract, bytecode })
    for (const signature of [nothing, '0x', '0x00'] as const)
      expect(await register(contract, signature), `${bytecode} ${signature}`).toBe(401)
  }
  const { r, s, yParity } = parseSignature(
    (await registrationOf('twin.reown.id', { factory: contract, address: contract })).signature,
  )
  expect(yParity === 0 || yParity === 1).toBe(true)
  const twin: Hex = `${concat([r, numberToHex(0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(s), { size: 32 })])}${yParity ? '1b' : '1c'}`
  expect(await register(owner.address, twin)).toBe(401)
})

test('while no node answers, a registration gets status 503 instead of 401, and another node takes over', {
  timeout: 120_000,
}, async () => {
  const [config] = configs()
  if (!config) throw new Error('The devnet has a chain')
  const deployed = await contractOf(true)
  const registered = async (name: string, rpcUrls: string[]) => {
    const url = await withNames(
      await start({ database: 'memory', chains: [{ ...config, rpcUrls }] }),
    )
    return nameClient(() => url).request('account', await registrationOf(name, deployed))
  }
  expect(await registered('down1.reown.id', ['http://127.0.0.1:1'])).toMatchObject({
    status: 503,
    body: { reasons: [{ field: 'chainId' }] },
  })
  expect(
    await registered('down2.reown.id', ['http://127.0.0.1:1', ...config.rpcUrls]),
  ).toMatchObject({ status: 200 })
})

test('a name from ENS is preferred to a registered name, which is still found by account', {
  timeout: 120_000,
}, async () => {
  const url = await withNames(await start({ database: 'memory' }))
  const client = nameClient(() => url)
  const collector = mnemonicToAccount(developmentMnemonic, { addressIndex: 2 })
  expect((await client.register(collector, 'collector.reown.id', { chainId })).status).toBe(200)
  expect(await (await fetch(`${url}/v1/identity/${collector.address}`)).json()).toMatchObject({
    name: 'lena.eth',
  })
  expect((await client.request(`reverse/${collector.address}`)).body).toMatchObject([
    { name: 'collector.reown.id' },
  ])
  expect((await client.request('account/lena.eth')).body).toMatchObject({
    addresses: { 60: { address: collector.address } },
  })
})
