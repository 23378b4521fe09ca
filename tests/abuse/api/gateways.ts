import { createServer } from 'node:http'
import { encodeAbiParameters, toFunctionSelector } from 'viem'
import { wait } from '@latchkey/server/waiting'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { answerMulticall } from './answerMulticall.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { askAgain, requestOf } from './http.ts'
import { createMadeChain } from './madeChain.ts'
import { listenHere, startNode } from './startNode.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
/**
 * Links of NFTs. Most of them point outside the gateway's path when they are decoded. Then follow a
 * plain link, and two links to which the gateway gives a bad answer.
 */
const links: readonly string[] = [
  `ipfs://${cid}/%2e%2e/%2e%2e/admin/secret`,
  `ipfs://${cid}/%252e%252e/%252e%252e/admin/secret`,
  `ipfs://${cid}/..%2f..%2fadmin/secret`,
  `ipfs://${cid}/../../admin/secret`,
  `ipfs://${cid}/a%5c..%5c..%5c..%5cadmin`,
  `ipfs://../../admin/secret`,
  `https://a.example/ipfs/${cid}/%2e%2e/%2e%2e/admin/secret`,
  'http://127.0.0.1/admin/secret',
  `ipfs://${cid}/plain`,
  `ipfs://${cid}/endless`,
  `ipfs://${cid}/redirect`,
]
const [collection, tokenUri] = [
  `0x${'c3'.repeat(20)}`,
  toFunctionSelector('function tokenURI(uint256)'),
]
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string) => `0x${value.replace('0x', '').padStart(64, '0')}`
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

/**
 * The answers of the NFTs' contract: for `tokenURI` the link at the index of the NFT's id, and
 * `NFT` for every other call.
 */
const answerText = (selector: string, rest: string) =>
  selector === tokenUri ? text(links[Number(BigInt(`0x${rest}`))] ?? '') : text('NFT')

export const gateways: Scene = {
  name: 'gateways',
  of: 'api',
  warm: 3,
  seconds: 4,
  title:
    'NFTs name `ipfs://…/%2e%2e/…/admin/secret`; the gateway answers some without an end, or with a redirect',
  stage: async () => {
    const requested = new Set<string>()
    const server = await listenHere(
      createServer(({ url = '' }, response) => {
        requested.add(url)
        if (url.endsWith('/redirect'))
          return void response.writeHead(302, { location: '/admin/secret' }).end()
        response.setHeader('content-type', 'application/json')
        if (!url.endsWith('/endless')) return void response.end('{"name":"plain"}')
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      }),
    )
    const logs = links.map((_, id) => ({
      address: collection,
      topics: [transfer, word('0'), word(`a1`.repeat(20)), word(id.toString(16))],
      data: '0x',
    }))
    const chain = createMadeChain(2, 0, logs)
    const node = await startNode(attackedNumber, () => ({
      ...chain.answers,
      eth_call: (parameters) => answerMulticall(parameters, answerText),
    }))
    return {
      config: {
        options: {
          nftGateways: { ipfs: `${server.url}/ipfs/{path}` },
          chains: [chainAt(attackedChain, [node.url], { index: { pollEvery: 200 } })],
        },
      },
      async attack(target) {
        const tally = createTally()
        await onEachSocket(6, 6, () =>
          askAgain(
            target,
            (status) => tally.add(status),
            () =>
              requestOf(target, 'GET', `/v1/account/${chain.sender}/nfts?chainId=${attackedChain}`),
          ),
        )
        await wait(0)
        const out = [...requested].filter(
          (path) => !/^\/ipfs\/[a-z0-9]{40,}\/(?:plain|endless|redirect)$/.test(path),
        )
        return {
          did: `${tally.text()}; fetched: ${[...requested].map((path) => path.split('/').at(-1)).join(', ')}`,
          faults: [
            ...out.map((path) => `the gateway was asked for ${path}`),
            ...(requested.size === 0 ? ['the gateway was never asked'] : []),
          ],
        }
      },
    }
  },
}
