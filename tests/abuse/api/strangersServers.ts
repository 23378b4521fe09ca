import { createServer, type ServerResponse } from 'node:http'
import { encodeErrorResult, parseAbi } from 'viem'
import { onEachSocket, noLongerThan, until } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { askAgain, requestOf } from './http.ts'
import { createMadeChain } from './madeChain.ts'
import { listenHere, NodeError, startNode } from './startNode.ts'

const resolver = `0x${'ee'.repeat(20)}` as const
const lookup = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const filling = Buffer.alloc(64 * 1024, ' ')

/** Writes without end while the client reads. */
function writeEndlessly(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  const more = () => {
    while (!response.destroyed && response.write(filling));
  }
  response.on('drain', more)
  more()
}

/** A name leads the API to an untrusted server (CCIP-read, EIP-3668), whose answer never ends. */
export const endlessServer: Scene = {
  name: 'endless-server',
  of: 'api',
  seconds: 6,
  title: 'names lead to a server whose answer does not end (`LATCHKEY_ENS_OFFCHAIN`)',
  stage: async () => {
    const open = new Set<ServerResponse>()
    const server = await listenHere(
      createServer((_, response) => {
        open.add(response)
        response.once('close', () => open.delete(response))
        writeEndlessly(response)
      }),
    )
    const data = encodeErrorResult({
      abi: lookup,
      errorName: 'OffchainLookup',
      args: [resolver, [`${server.url}/{sender}/{data}`], '0x1234', '0x12345678', '0x'],
    })
    const node = await startNode(attackedNumber, () => ({
      ...createMadeChain(1).answers,
      eth_call: () => new NodeError({ code: 3, message: 'execution reverted', data }),
    }))
    return {
      config: {
        options: {
          chains: [chainAt(attackedChain, [node.url], { ensUniversalResolver: resolver })],
          ensOffchain: { hosts: [`127.0.0.1:${server.port}`] },
        },
      },
      async attack(target) {
        const tally = createTally()
        let names = 0
        await onEachSocket(20, 20, () =>
          askAgain(
            { ...target, signal: noLongerThan(3_000, target.signal) },
            (status) => tally.add(status),
            () => requestOf(target, 'GET', `/v1/profile/account/name${(names += 1)}.eth`),
          ),
        )
        const connectionCount = open.size
        await until(() => open.size === 0, 2_000)
        return {
          did: `${tally.text()}; ${connectionCount} answers under way at the end`,
          faults: open.size > 0 ? [`${open.size} answers go on for clients that have left`] : [],
        }
      },
    }
  },
}

/** An invalid history from another service. */
export const foreignHistory: Scene = {
  name: 'foreign-history',
  of: 'api',
  seconds: 4,
  title: 'another history answers `{"items":[{},{},…]}`, 9.9 MB',
  stage: async () => {
    const body = Buffer.from(`{"items":[${'{},'.repeat(3_300_000)}{}],"next_page_params":null}`)
    const server = await listenHere(
      createServer((request, response) => {
        request.resume()
        response.setHeader('content-type', 'application/json')
        response.end(body)
      }),
    )
    const node = await startNode(attackedNumber, () => createMadeChain(1).answers)
    return {
      config: {
        options: {
          chains: [
            chainAt(attackedChain, [node.url], {
              historyApis: [{ kind: 'blockscout', url: server.url }],
            }),
          ],
        },
      },
      async attack(target) {
        const tally = createTally()
        let accounts = 0
        await onEachSocket(6, 6, () =>
          askAgain(
            target,
            (status) => tally.add(status),
            () =>
              requestOf(
                target,
                'GET',
                `/v1/account/0x${String((accounts += 1)).padStart(40, '1')}/history?chainId=${attackedChain}`,
              ),
          ),
        )
        return {
          did: tally.text(),
          faults: tally.get('200') > 0 ? ['a history of nothing was answered'] : [],
        }
      },
    }
  },
}
