import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { kinds } from '../db/schema.ts'
import { openTestChains } from '../testing/openTestChains.ts'
import { startFakeNode } from '../testing/startFakeNode.ts'
import { gasBurner, placeCode, placeTextContract } from '../testing/strangeTokens.ts'
import { createNftReader } from './createNftReader.ts'
import { noMetadata } from './metadata.ts'
import type { ServedEvmChain } from '../chains/evm/EvmReader.ts'
import { isEvmChain } from '../chains/evm/EvmReader.ts'

let devnet: Devnet
let chain: ServedEvmChain
let node: string
const opened: { close: () => Promise<unknown> }[] = []
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  const [opened] = first ? openTestChains([chainOfDeployment(first.deployment, first.url)]) : []
  if (!first || !opened || !isEvmChain(opened)) throw new Error('The devnet has no chain')
  node = first.url
  chain = opened
}, 60_000)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => devnet.close())

const never = new AbortController().signal
const nftAt = (number: number) => ({
  token: `0x${number.toString(16).padStart(40, 'e')}` as Hex,
  kind: kinds.erc721,
  tokenId: 7n,
})

test('the description of an NFT is fetched only through the gateway', async () => {
  const gateway = await startFakeNode((_, response) =>
    response
      .writeHead(200)
      .end('{"name":"From the gateway","image":"ipfs://bafybeigdyrzt5/a.png"}'),
  )
  opened.push(gateway)
  const paths: string[] = []
  const recorded: typeof fetch = (input, init) => (paths.push(String(input)), fetch(input, init))
  const [ipfs, web] = [nftAt(1), { ...nftAt(2), kind: kinds.erc1155, tokenId: 255n }]
  await placeTextContract(node, ipfs.token, 'ipfs://bafybeigdyrzt5/7.json')
  await placeTextContract(node, web.token, 'http://169.254.169.254/{id}')
  const gateways = { ipfs: `${gateway.url}/ipfs/{path}`, http: `${gateway.url}/web?url={url}` }
  const read = createNftReader({ gateways, fetch: recorded, now: () => 0 })
  const picture = `${gateway.url}/ipfs/bafybeigdyrzt5/a.png`
  expect(await read(chain, [ipfs, web], never)).toMatchObject([
    { name: 'From the gateway', picture },
    { name: 'From the gateway', picture },
  ])
  expect(paths).toEqual([
    `${gateway.url}/ipfs/bafybeigdyrzt5/7.json`,
    `${gateway.url}/web?url=${encodeURIComponent(`http://169.254.169.254/${'ff'.padStart(64, '0')}`)}`,
  ])
  await read(chain, [ipfs, web], never)
  expect(paths).toHaveLength(2) // the second read came from the cache

  const without = createNftReader({ gateways: {}, fetch: recorded, now: () => 0 })
  expect(await without(chain, [ipfs, web], never)).toEqual([noMetadata, noMetadata])
  expect(paths).toHaveLength(2)
})

test('the cache of descriptions is limited by their bytes, so that many large ones replace the first', async () => {
  const picture = `data:image/png;base64,${'A'.repeat(100_000)}`
  const gateway = await startFakeNode((_, response) =>
    response.writeHead(200).end(JSON.stringify({ name: 'Large', image: picture })),
  )
  opened.push(gateway)
  const talker = { ...nftAt(8), kind: kinds.erc1155 }
  await placeTextContract(node, talker.token, 'ipfs://bafybeigdyrzt5/{id}')
  const read = createNftReader({ gateways: { ipfs: `${gateway.url}/{path}` }, fetch, now: () => 0 })
  for (let first = 0; first < 100; first += 20) {
    const some = Array.from({ length: 20 }, (_, index) => ({
      ...talker,
      tokenId: BigInt(first + index),
    }))
    expect((await read(chain, some, never)).every((nft) => nft.picture === picture)).toBe(true)
  }
  expect(gateway.requests).toHaveLength(100)
  await read(chain, [{ ...talker, tokenId: 99n }], never)
  expect(gateway.requests).toHaveLength(100)
  await read(chain, [{ ...talker, tokenId: 0n }], never)
  expect(gateway.requests).toHaveLength(101)
})

test.each<[string, Parameters<typeof startFakeNode>[0]]>([
  ['status 404', (_, response) => response.writeHead(404).end()],
  [
    'a text that is too long',
    (_, response) => response.writeHead(200).end(`{"name":"${'x'.repeat(1_000_000)}"}`),
  ],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['invalid JSON', (_, response) => response.writeHead(200).end('<html>')],
])('when the gateway answers with %s, an NFT has no description', async (_, answer) => {
  const gateway = await startFakeNode(answer)
  opened.push(gateway)
  await placeTextContract(node, nftAt(3).token, 'ipfs://bafybeigdyrzt5/7.json')
  expect(
    await createNftReader({ gateways: { ipfs: `${gateway.url}/{path}` }, fetch, now: () => 0 })(
      chain,
      [nftAt(3)],
      never,
    ),
  ).toEqual([noMetadata])
})

test('contracts that burn all gas, revert or do not exist do not affect other NFTs', async () => {
  const [lights] = chain.collections
  // the options have checked that it is hex
  const light = { token: (lights?.address ?? '0x') as Hex, kind: kinds.erc721, tokenId: 1n }
  await placeCode(node, nftAt(4).token, gasBurner)
  await placeCode(node, nftAt(5).token, '0x5f5ffd') // code that reverts every call
  await placeTextContract(
    node,
    nftAt(6).token,
    `data:application/json,{"name":"${'n'.repeat(1_000)}"}`,
  )
  const read = createNftReader({ gateways: {}, fetch, now: () => 0 })
  const found = await read(chain, [nftAt(4), light, nftAt(5), nftAt(6), nftAt(7)], never)
  expect(found.map(({ name }) => name)).toEqual(['', 'Harbour Light #1', '', 'n'.repeat(64), ''])
})
