import fc from 'fast-check'
import {
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  http,
  labelhash,
  namehash,
  numberToHex,
  padHex,
  parseAbi,
  parseSignature,
  serializeSignature,
  size,
  toHex,
  zeroAddress,
  type Address,
  type CcipRequestParameters,
  type Hash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterEach, beforeAll, afterAll, beforeEach, expect, test } from 'vitest'
import { signAnswer } from '../../services/api/src/names/gateway/signAnswer.ts'
import { accounts, addressOf, gatewaySigner } from './accounts.ts'
import { startDevnet, type Devnet } from './startDevnet.ts'

const resolverAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function resolveWithProof(bytes response, bytes request) view returns (bytes)',
  'function setSigner(address signer, bool trusted)',
  'function setUrls(string[] gateways)',
  'function setOwner(address owner)',
  'function owner() view returns (address)',
  'function urls() view returns (string[])',
  'function isSigner(address) view returns (bool)',
  'function supportsInterface(bytes4) view returns (bool)',
  'error NotOwner()',
  'error NoGateway()',
  'error AnswerExpired(uint64 expires)',
  'error InvalidSignature()',
])
const profileAbi = parseAbi([
  'function addr(bytes32) view returns (address)',
  'function addr(bytes32, uint256) view returns (bytes)',
  'function name(bytes32) view returns (string)',
])
const registryAbi = parseAbi([
  'function registry() view returns (address)',
  'function setSubnode(bytes32 node, bytes32 label, address owner, address resolver) returns (bytes32)',
])
const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

const account = addressOf('saver')
const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

let devnet: Devnet
let snapshot: Hex
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
}, 60_000)
beforeEach(async () => {
  snapshot = await onChain().test.snapshot()
})
afterEach(() => onChain().test.revert({ id: snapshot }))
afterAll(() => devnet.close())

function onChain() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The first chain runs')
  const transport = http(chain.url)
  const {
    ensOffchainResolver: address = zeroAddress,
    ensUniversalResolver: universal = zeroAddress,
  } = chain.deployment
  return {
    address,
    universal,
    transport,
    test: createTestClient({ mode: 'anvil', transport }),
    client: createPublicClient({ transport }),
    wallet: createWalletClient({ transport }),
  }
}

/** Resolves when the transaction is mined. On a busy machine, anvil often answers before that. */
async function mined(sent: Promise<Hash>): Promise<void> {
  const hash = await sent
  await onChain().test.mine({ blocks: 1 })
  expect((await onChain().client.getTransactionReceipt({ hash })).status).toBe('success')
}

type Change =
  | { functionName: 'setUrls'; args: readonly [readonly string[]] }
  | { functionName: 'setSigner'; args: readonly [Address, boolean] }
  | { functionName: 'setOwner'; args: readonly [Address] }

function change(from: Address, { functionName, args }: Change) {
  const { client, wallet, address } = onChain()
  const data = encodeFunctionData({ abi: resolverAbi, functionName, args } as Parameters<
    typeof encodeFunctionData<typeof resolverAbi>
  >[0]) // the cast: the callers pass a function of the ABI with its arguments
  return client
    .call({ account: from, to: address, data })
    .then(() => mined(wallet.sendTransaction({ account: from, to: address, data, chain: null })))
}

/** Returns the contract's answer to a gateway's response, or the name of its error. */
async function proved(response: Hex, request: Hex): Promise<unknown> {
  const { client, address } = onChain()
  return client
    .readContract({
      address,
      abi: resolverAbi,
      functionName: 'resolveWithProof',
      args: [response, request],
    })
    .catch(
      (error: { cause?: { data?: { errorName?: string } } }) =>
        error.cause?.data?.errorName ?? 'reverted',
    )
}

const requestFor = (name: string) =>
  encodeFunctionData({
    abi: resolverAbi,
    functionName: 'resolve',
    args: [
      toHex(packetToBytes(name)),
      encodeFunctionData({ abi: profileAbi, functionName: 'addr', args: [namehash(name)] }),
    ],
  })
const result = encodeAbiParameters([{ type: 'address' }], [account])

test('the resolver accepts an answer that the gateway signed', async () => {
  const request = requestFor('alice.reown.id')
  const response = await signAnswer(gatewaySigner.privateKey, {
    sender: onChain().address,
    request,
    result,
    expires: inAnHour(),
  })
  expect(await proved(response, request)).toBe(result)
})

test('the resolver refuses an answer of another signer, for another request or another contract, and an expired or changed answer', async () => {
  const { address, universal, client } = onChain()
  const request = requestFor('alice.reown.id')
  const right = { sender: address, request, result, expires: inAnHour() }
  const sign = (changed: Partial<typeof right> = {}, key: Hex = gatewaySigner.privateKey) =>
    signAnswer(key, { ...right, ...changed })
  expect(await proved(await sign({}, generatePrivateKey()), request)).toBe('InvalidSignature')
  expect(await proved(await sign(), requestFor('bob.reown.id'))).toBe('InvalidSignature')
  expect(await proved(await sign({ request: requestFor('bob.reown.id') }), request)).toBe(
    'InvalidSignature',
  )
  expect(await proved(await sign({ sender: universal }), request)).toBe('InvalidSignature')
  const { timestamp } = await client.getBlock()
  expect(await proved(await sign({ expires: Number(timestamp) - 1 }), request)).toBe(
    'AnswerExpired',
  )
  const [, expires, signature] = await partsOf(sign())
  const other = encodeAbiParameters([{ type: 'address' }], [addressOf('trader')])
  expect(await proved(join(other, expires, signature), request)).toBe('InvalidSignature')
  expect(await proved(join(result, expires + 1n, signature), request)).toBe('InvalidSignature')
})

const parts = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
const join = (...values: readonly [Hex, bigint, Hex]) => encodeAbiParameters(parts, values)
async function partsOf(response: Promise<Hex>) {
  const [resulting, expires, signature] = decodeFunctionResult({
    abi: [{ type: 'function', name: 'read', stateMutability: 'view', inputs: [], outputs: parts }],
    data: await response,
  })
  return [resulting, expires, signature] as const
}

test('the resolver refuses a mirrored, changed or malformed signature', async () => {
  const request = requestFor('alice.reown.id')
  const [, expires, signature] = await partsOf(
    signAnswer(gatewaySigner.privateKey, {
      sender: onChain().address,
      request,
      result,
      expires: inAnHour(),
    }),
  )
  const { r, s, yParity } = parseSignature(signature)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const mirrored = serializeSignature({
    r,
    s: numberToHex(order - BigInt(s), { size: 32 }),
    yParity: 1 - yParity,
  })
  expect(await proved(join(result, expires, mirrored), request)).toBe('InvalidSignature')
  const byte = fc.integer({ min: 0, max: size(signature) - 1 })
  await fc.assert(
    fc.asyncProperty(byte, fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const bytes = Buffer.from(signature.slice(2), 'hex')
      bytes[at] = (bytes[at] ?? 0) ^ flip
      expect(await proved(join(result, expires, toHex(bytes)), request)).toBe('InvalidSignature')
    }),
    { numRuns: 40 },
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(['InvalidSignature', 'AnswerExpired', 'reverted']).toContain(
        await proved(toHex(bytes), request),
      )
      expect(await proved(join(result, expires, toHex(bytes)), request)).toBe('InvalidSignature')
    }),
    { numRuns: 20 },
  )
})

test('a signature that recovers to the zero address is refused, even if the owner trusts that address', async () => {
  await change(addressOf('deployer'), { functionName: 'setSigner', args: [zeroAddress, true] })
  const request = requestFor('alice.reown.id')
  expect(
    await proved(join(result, BigInt(inAnHour()), padHex('0x1b', { size: 65 })), request),
  ).toBe('InvalidSignature')
})

test('only the resolver’s owner can set the gateway, the signers and the owner', async () => {
  const { client, address } = onChain()
  const read = <const name extends 'owner' | 'urls'>(functionName: name) =>
    client.readContract({ address, abi: resolverAbi, functionName })
  const [owner, stranger, next] = [
    addressOf('deployer'),
    addressOf('trader'),
    addressOf('freelancer'),
  ]
  const changes: Change[] = [
    { functionName: 'setUrls', args: [['https://names.example/{data}']] },
    { functionName: 'setSigner', args: [next, true] },
    { functionName: 'setOwner', args: [next] },
  ]
  for (const one of changes) await expect(change(stranger, one)).rejects.toThrow('reverted')
  expect(await read('owner')).toBe(owner)
  for (const one of changes) await change(owner, one)
  expect(await read('urls')).toEqual(['https://names.example/{data}'])
  expect(await read('owner')).toBe(next)
  for (const one of changes) await expect(change(owner, one)).rejects.toThrow('reverted')
})

test('answers of a signer are refused after the owner removes that signer', async () => {
  const next = generatePrivateKey()
  const request = requestFor('alice.reown.id')
  const sign = (key: Hex) =>
    signAnswer(key, { sender: onChain().address, request, result, expires: inAnHour() })
  await change(addressOf('deployer'), {
    functionName: 'setSigner',
    args: [privateKeyToAddress(next), true],
  })
  expect([
    await proved(await sign(gatewaySigner.privateKey), request),
    await proved(await sign(next), request),
  ]).toEqual([result, result])
  await change(addressOf('deployer'), {
    functionName: 'setSigner',
    args: [gatewaySigner.address, false],
  })
  expect([
    await proved(await sign(gatewaySigner.privateKey), request),
    await proved(await sign(next), request),
  ]).toEqual(['InvalidSignature', result])
})

test('the resolver reports the interfaces that it supports', async () => {
  const { client, address } = onChain()
  const supports = (id: Hex) =>
    client.readContract({
      address,
      abi: resolverAbi,
      functionName: 'supportsInterface',
      args: [id],
    })
  expect([
    await supports('0x9061b923'),
    await supports('0x01ffc9a7'),
    await supports('0xffffffff'),
  ]).toEqual([true, true, false])
})

test('the devnet’s gateway signer has no Ether and no transactions, and is not a development account', async () => {
  const { client } = onChain()
  expect(privateKeyToAddress(gatewaySigner.privateKey)).toBe(gatewaySigner.address)
  expect([
    await client.getBalance({ address: gatewaySigner.address }),
    await client.getTransactionCount({ address: gatewaySigner.address }),
  ]).toEqual([0n, 0])
  expect(accounts.map(({ address }): string => address).includes(gatewaySigner.address)).toBe(false)
})

/** Creates a client of ENS. `request` answers its lookups, which are collected in a list. */
async function clientOf(request: (asked: CcipRequestParameters) => Promise<Hex>, setUrl = true) {
  const { transport, universal: universalResolverAddress } = onChain()
  if (setUrl)
    await change(addressOf('deployer'), {
      functionName: 'setUrls',
      args: [['http://gateway.invalid/{sender}/{data}']],
    })
  const client = createPublicClient({ transport, ccipRead: { request } })
  return {
    address: (name: string, coinType?: bigint) =>
      client.getEnsAddress({
        name,
        universalResolverAddress,
        ...(coinType !== undefined && { coinType }),
      }),
    strictly: (name: string) =>
      client.getEnsAddress({ name, universalResolverAddress, strict: true }),
    name: (of: Address, coinType?: bigint) =>
      client.getEnsName({
        address: of,
        universalResolverAddress,
        ...(coinType !== undefined && { coinType }),
      }),
  }
}

const nameResult = (name: string) => encodeAbiParameters([{ type: 'string' }], [name])
const bytesResult = (bytes: Hex) => encodeAbiParameters([{ type: 'bytes' }], [bytes])
const selectorOf = (data: Hex) =>
  Object.entries({ '3b3b57de': 'addr', f1cb7e06: 'coin', '691f3431': 'name' }).find(([selector]) =>
    data.includes(selector),
  )?.[1]

/** Creates a gateway that answers each function with one result, for any name. */
const gatewayOf =
  (results: { addr?: Hex; coin?: Hex; name?: Hex }) =>
  async ({ sender, data }: CcipRequestParameters) =>
    signAnswer(gatewaySigner.privateKey, {
      sender,
      request: data,
      result: results[(selectorOf(data) ?? '') as keyof typeof results] ?? '0x',
      expires: inAnHour(),
    }) // the tests call no other functions

test('the universal resolver queries the gateway for names of the zones, at any depth', async () => {
  const asked: CcipRequestParameters[] = []
  const answer = gatewayOf({ addr: result, coin: bytesResult(account) })
  const client = await clientOf(async (one) => (asked.push(one), answer(one)))
  for (const name of ['alice.reown.id', 'bob.wcn.id', 'a.b.c.reown.id', 'reown.id'])
    expect(await client.address(name)).toBe(account)
  expect(await client.address('alice.reown.id', 2n ** 31n + 31_337n)).toBe(account.toLowerCase())
  expect(asked.map(({ sender }) => sender)).toEqual(
    Array.from({ length: 5 }, () => onChain().address),
  )
  for (const name of ['alice.id', 'sub.lena.eth', 'nobody.eth', 'alice.reown.example'])
    await expect(client.strictly(name)).rejects.toThrow('ResolverNotFound')
  expect(asked).toHaveLength(5)
})

test('with an answer of an untrusted signer, or for another name, a name resolves to no address', async () => {
  const stranger = generatePrivateKey()
  const forged = await clientOf(async ({ sender, data }) =>
    signAnswer(stranger, { sender, request: data, result, expires: inAnHour() }),
  )
  expect(await forged.address('alice.reown.id')).toBeNull()
  await expect(forged.strictly('alice.reown.id')).rejects.toThrow('ResolverError')
  const replayed = await clientOf(async ({ sender }) =>
    signAnswer(gatewaySigner.privateKey, {
      sender,
      request: requestFor('bob.reown.id'),
      result,
      expires: inAnHour(),
    }),
  )
  expect(await replayed.address('alice.reown.id')).toBeNull()
  expect(await replayed.address('bob.reown.id')).toBe(account)
})

test('an account without a name on the chain has the gateway’s name if that name resolves to the account', async () => {
  const right = await clientOf(
    gatewayOf({ name: nameResult('alice.reown.id'), coin: bytesResult(account) }),
  )
  expect(await right.name(account)).toBe('alice.reown.id')
  expect(await right.name(account, 2n ** 31n + 31_337n)).toBe('alice.reown.id')
  // null: the trader's record claims lena.eth, which belongs to another account
  expect(await right.name(addressOf('trader'))).toBeNull()
  expect([await right.name(addressOf('collector')), await right.name(addressOf('whale'))]).toEqual([
    'lena.eth',
    'moby.eth',
  ])
  expect(await right.name(addressOf('newcomer'))).toBeNull() // the gateway's name resolves to another account
  expect(
    await (await clientOf(gatewayOf({ name: nameResult('lena.eth') }))).name(account),
  ).toBeNull() // lena.eth is a name of this chain, and resolves to another account
  expect(await (await clientOf(gatewayOf({ name: nameResult('') }))).name(account)).toBeNull()
})

test('a name on the chain that the gateway reports is accepted if it resolves to the account on the chain', async () => {
  const { client, wallet, universal } = onChain()
  const gatewayClient = await clientOf(gatewayOf({ name: nameResult('lena.eth') }))
  const registry = await client.readContract({
    address: universal,
    abi: registryAbi,
    functionName: 'registry',
  })
  const label = addressOf('collector').slice(2).toLowerCase()
  await mined(
    wallet.writeContract({
      account: addressOf('deployer'),
      chain: null,
      address: registry,
      abi: registryAbi,
      functionName: 'setSubnode',
      args: [namehash('addr.reverse'), labelhash(label), addressOf('deployer'), zeroAddress],
    }),
  )
  expect(await gatewayClient.name(addressOf('collector'))).toBe('lena.eth')
})

test('if the gateway is missing or fails, gateway names resolve to no address, and names on the chain still resolve', async () => {
  const failing = async () => {
    throw new Error('down')
  }
  for (const client of [await clientOf(failing, false), await clientOf(failing)]) {
    expect([await client.address('alice.reown.id'), await client.name(account)]).toEqual([
      null,
      null,
    ])
    await expect(client.strictly('alice.reown.id')).rejects.toThrow('ResolverError')
  }
  const { transport, universal: universalResolverAddress } = onChain()
  const unable = createPublicClient({ transport, ccipRead: { request: async () => '0x' } })
  expect(await unable.getEnsAddress({ name: 'moby.eth', universalResolverAddress })).toBe(
    addressOf('whale'),
  )
})

/** Code of a contract that reverts with these bytes, or returns them, at every call. */
const codeOf = (ending: 'reverts' | 'returns', data: Hex) => {
  const length = numberToHex(size(data), { size: 2 })
  return concat([
    '0x61',
    length,
    '0x600c5f3961',
    length,
    '0x5f',
    ending === 'reverts' ? '0xfd' : '0xf3',
    data,
  ])
}

/** Puts a contract with this code on the chain, and makes it the resolver of `odd.eth`. */
async function deployCode(code: (own: Address) => Hex) {
  const { client, wallet, universal, test: chain } = onChain()
  const contractAddress = '0x00000000000000000000000000000000000dd0dd'
  const registry = await client.readContract({
    address: universal,
    abi: registryAbi,
    functionName: 'registry',
  })
  await mined(
    wallet.writeContract({
      account: addressOf('deployer'),
      chain: null,
      address: registry,
      abi: registryAbi,
      functionName: 'setSubnode',
      args: [namehash('eth'), labelhash('odd'), addressOf('deployer'), contractAddress],
    }),
  )
  const put = (bytecode: Hex) => chain.setCode({ address: contractAddress, bytecode })
  await put(code(contractAddress))
  return put
}
const lookup = (sender: Address, urls: string[] = ['http://odd.invalid/']) =>
  encodeErrorResult({ abi: lookupAbi, args: [sender, urls, '0x1234', '0x55667788', '0x99'] })

test('a resolver may request several lookups in a row, but a lookup with another contract as sender is refused', async () => {
  const put = await deployCode((own) => codeOf('reverts', lookup(own)))
  let asked = 0
  const client = await clientOf(async () => {
    if (++asked === 3) await put(codeOf('returns', result))
    return '0xaa'
  })
  expect(await client.address('odd.eth')).toBe(account)
  expect(asked).toBe(3)
  await deployCode(() => codeOf('reverts', lookup(onChain().address)))
  await expect(client.strictly('odd.eth')).rejects.toThrow('ResolverError')
  expect(asked).toBe(3)
})

test.each([
  ['reverts', '0x', 'ResolverError'],
  ['reverts', '0x556f18', 'ResolverError'],
  ['reverts', '0x08c379a0', 'ResolverError'],
  ['returns', '0x', 'UnsupportedResolverProfile'],
] as const)('a resolver that %s %s causes the error %s', async (ending, data, error) => {
  await deployCode(() => codeOf(ending, data))
  await expect((await clientOf(async () => '0x')).strictly('odd.eth')).rejects.toThrow(error)
})

test('the universal resolver throws the gateway’s HTTP error, and refuses an incomplete batch answer', async () => {
  const { client, universal } = onChain()
  const gatewayClient = await clientOf(async () => '0x')
  // the empty answer of this gateway has no signature
  await expect(gatewayClient.strictly('alice.reown.id')).rejects.toThrow('ResolverError')
  const abi = parseAbi([
    'function resolveCallback(bytes, bytes) view returns (bytes, address)',
    'error HttpError(uint16 status, string message)',
    'error InvalidBatchGatewayResponse()',
  ])
  const pending = encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          {
            type: 'tuple',
            components: [
              { type: 'address' },
              { type: 'bool' },
              { type: 'bytes4' },
              { type: 'string[]' },
              { type: 'bytes4' },
              { type: 'bytes' },
            ],
          },
          { type: 'bytes4' },
          { type: 'bytes' },
        ],
      },
    ],
    [[[onChain().address, true, '0x00000000', [], '0x00000000', '0x'], '0x00000000', '0x']],
  )
  const resume = (failures: boolean[], responses: Hex[]) =>
    client.readContract({
      address: universal,
      abi,
      functionName: 'resolveCallback',
      args: [
        encodeAbiParameters([{ type: 'bool[]' }, { type: 'bytes[]' }], [failures, responses]),
        pending,
      ],
    })
  await expect(
    resume([true], [encodeErrorResult({ abi, errorName: 'HttpError', args: [503, 'down'] })]),
  ).rejects.toThrow('HttpError(uint16 status, string message)')
  await expect(resume([], [])).rejects.toThrow('InvalidBatchGatewayResponse')
  await expect(resume([false, false], ['0x', '0x'])).rejects.toThrow('InvalidBatchGatewayResponse')
})
