import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodeAbiParameters, labelhash, namehash, parseAbi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { addressOf, gatewaySigner } from '@latchkey/devnet/accounts'
import { signAnswer } from '../names/gateway/signAnswer.ts'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { startTestApis } from '../testing/startTestApis.ts'
import { chainClient } from '../testing/traffic.ts'

const { devnet, start, opened } = startTestApis()
const abi = parseAbi([
  'function registry() view returns (address)',
  'function setSubnode(bytes32 node, bytes32 label, address owner, address resolver)',
  'function setUrls(string[] gateways)',
])

/** Starts the server that contracts name for `far.eth` and for the names of accounts. */
async function startServer(answer: (data: Hex, response: ServerResponse) => unknown) {
  const server = await startFakeNode(
    (_, response, { url = '' }: IncomingMessage) => void answer(url.slice(1) as Hex, response),
  ) // the server's URL below puts the data into the path
  opened.push(server)
  const [chain] = devnet().chains
  const client = chainClient(chain?.url ?? '')
  const { ensUniversalResolver = '0x', ensOffchainResolver = '0x' } = chain?.deployment ?? {}
  const owner = { account: addressOf('deployer'), chain: null } as const
  const registry = await client.readContract({
    address: ensUniversalResolver,
    abi,
    functionName: 'registry',
  })
  await client.writeContract({
    ...owner,
    address: registry,
    abi,
    functionName: 'setSubnode',
    args: [namehash('eth'), labelhash('far'), owner.account, ensOffchainResolver],
  })
  await client.writeContract({
    ...owner,
    address: ensOffchainResolver,
    abi,
    functionName: 'setUrls',
    args: [[`${server.url}/{data}`]],
  })
  await client.mine({ blocks: 1 }) // anvil answers before it has mined a sent transaction
  const sign = (request: Hex, result: Hex) =>
    signAnswer(gatewaySigner.privateKey, {
      sender: ensOffchainResolver,
      request,
      result,
      expires: Math.floor(Date.now() / 1_000) + 60,
    })
  return { requests: server.requests, host: new URL(server.url).host, sign }
}

const requestPath = async (url: string, path: string) => {
  const response = await fetch(`${url}/v1/${path}`)
  return { status: response.status, body: (await response.json()) as unknown }
}
const account = 'profile/account/far.eth?apiVersion=2'
const identity = `identity/${addressOf('saver')}`

test('where no server may be requested, a name from a server has no owner', async () => {
  const { requests } = await startServer((_, response) => response.end())
  for (const ensOffchain of [undefined, false, true, { hosts: [] }]) {
    // without `hosts` the server may not be called, because its address is not public
    const url = await start({ ensOffchain })
    expect([await requestPath(url, account), await requestPath(url, identity)]).toMatchObject([
      { status: 200, body: [] },
      { status: 200, body: { name: null } },
    ])
  }
  expect(requests).toEqual([])
})

test('the owner of a name from a server is the account in the signed answer', async () => {
  const server = await startServer(async (data, response) => {
    const isCoin = data.includes('f1cb7e06') // the selector of addr(bytes32,uint256)
    const result = data.includes('691f3431')
      ? encodeAbiParameters([{ type: 'string' }], ['far.eth'])
      : encodeAbiParameters([{ type: isCoin ? 'bytes' : 'address' }], [addressOf('saver')])
    sendJson(response, {
      data: await server.sign(
        data,
        data.includes('59d1d43c') ? encodeAbiParameters([{ type: 'string' }], ['']) : result,
      ),
    })
  })
  const url = await start({ ensOffchain: { hosts: [server.host] } })
  expect([await requestPath(url, account), await requestPath(url, identity)]).toMatchObject([
    { status: 200, body: { name: 'far.eth', addresses: { 60: { address: addressOf('saver') } } } },
    { status: 200, body: { name: 'far.eth' } },
  ])
})

test('while the server of a name is down, the API answers 503', async () => {
  const { host } = await startServer((_, response) => sendJson(response, {}, 500))
  const url = await start({ ensOffchain: { hosts: [host] } })
  expect([await requestPath(url, account), await requestPath(url, identity)]).toMatchObject([
    { status: 503 },
    { status: 503 },
  ])
  expect(await requestPath(url, 'profile/account/moby.eth')).toMatchObject({
    status: 200,
    body: { name: 'moby.eth' },
  })
})

test('a name that its server does not know, or signs with another key, has no owner', async () => {
  for (const body of [{ status: 404 }, { data: '0x1234' }]) {
    const { host } = await startServer((_, response) =>
      sendJson(response, body, 'status' in body ? 404 : 200),
    )
    const url = await start({ ensOffchain: { hosts: [host] } })
    expect([await requestPath(url, account), await requestPath(url, identity)]).toMatchObject([
      { status: 200, body: [] },
      { status: 200, body: { name: null } },
    ])
  }
})
