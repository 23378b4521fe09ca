/** Tests that many ordinary visitors with the same address stay below the default limits. */
import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { answerAsNode } from './testing/answerAsNode.ts'
import { chainAt } from './testing/chainAt.ts'
import { startApiProcess } from './testing/startApiProcess.ts'
import { sendJson, startFakeNode } from './testing/startFakeNode.ts'

/** The requests of a site when a visitor with a connected wallet opens it. */
const firstPage = (account: string) => [
  { path: `/v1/account/${account}/balance?currency=usd` },
  { path: `/v1/account/${account}/history` },
  { path: `/v1/identity/${account}` },
  { path: '/v1/supported-chains' },
  {
    path: '/v1?chainId=eip155:77',
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}',
  },
  { path: '/getWallets?entries=20' },
]

async function startApi(): Promise<string> {
  const node = await startFakeNode((body, response) => sendJson(response, answerAsNode(body)))
  onTestFinished(node.close)
  const url = await startApiProcess([{ ...chainAt(node.url), index: { pollEvery: 600_000 } }])
  await expect
    .poll(async () => (await fetch(`${url}/health`)).text(), { timeout: 30_000 })
    .toContain('eip155:77 complete')
  return url
}

/** Sends a request, and resolves to the status when the whole answer was received. */
function send(
  agent: Agent,
  url: string,
  { path, body }: { path: string; body?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const message = request(
      url + path,
      { agent, method: body === undefined ? 'GET' : 'POST' },
      (response) => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0))
      },
    )
    message.once('error', reject).end(body)
  })
}

test('a thousand visitors behind one address open a site at the same moment, and no request is refused', {
  timeout: 120_000,
}, async () => {
  const url = await startApi()
  const visitors = Array.from({ length: 1_000 }, (_, index) => ({
    account: `0x${String(index).padStart(40, '1')}`,
    agent: new Agent({ keepAlive: true, maxSockets: 6 }),
  }))
  const statuses = await Promise.all(
    visitors.flatMap(({ account, agent }) =>
      firstPage(account).map((path) => send(agent, url, path)),
    ),
  )
  visitors.forEach(({ agent }) => agent.destroy())
  const refused = (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('latchkey_api_refused_total{'))
  expect(refused).toEqual([])
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})
