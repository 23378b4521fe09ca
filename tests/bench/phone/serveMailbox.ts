import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { VaultPrivateKey } from '@latchkey/protocol/vaultEnvelope'
import { createWallet } from '../../../services/wallet/src/server/createWallet.ts'
import { site } from '../sites/site.ts'

/** The embedded wallet's service, and the codes that it mailed. */
export type Mailbox = {
  url: string
  codeTo: (email: string) => Promise<string>
  close: () => Promise<void>
}

/**
 * Serves the embedded wallet with its built frame. Mails stay in this process.
 * @param own origins of sites whose visitors approve in the page
 * @param latency milliseconds added to each answer, for pages whose network the browser does not
 *   throttle
 */
export async function serveMailbox(own: readonly string[], latency = 0): Promise<Mailbox> {
  const late = await serveLate(latency)
  const mails: { to: string; subject: string }[] = []
  const wallet = createWallet({
    projects: 'any',
    own: [...own],
    url: late.url,
    networks: [
      {
        networkId: `eip155:${site.network.id}`,
        name: site.network.name,
        currency: { symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:9'],
      },
    ], // this measurement sends no request to a node
    database: 'memory',
    keys: [new Uint8Array(randomBytes(32))],
    mail: async (mail) => mails.push(mail),
    recovery: ['vault'],
    // the export of a private key on this curve has this form
    vault: {
      privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        format: 'jwk',
      }) as VaultPrivateKey,
      delay: 60_000,
    },
    operator: 'Bench',
    limits: { rate: false, mails: false, requests: false, connections: false },
  })
  const { port } = new URL((await wallet.listen({ port: 0 })).url)
  late.begin(Number(port))
  return {
    url: late.url,
    async codeTo(email) {
      for (let look = 0; look < 500; look++) {
        const code = /\d{6}/.exec(mails.findLast(({ to }) => to === email)?.subject ?? '')?.[0]
        if (code) return code
        await setTimeout(20)
      }
      throw new Error('No code came')
    },
    async close() {
      late.close()
      await wallet.close({ drain: 0 })
    },
  }
}

/**
 * Serves a proxy on this machine that passes requests on to another port after `latency`
 * milliseconds.
 */
async function serveLate(latency: number) {
  let port = 0
  const server = createServer((incoming, outgoing) => {
    void setTimeout(latency).then(() => {
      const { method, url, headers } = incoming
      incoming.pipe(
        request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) =>
          answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
        ).on('error', () => outgoing.destroy()),
      )
    })
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', resolve),
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server on TCP has a port
    begin: (to: number) => void (port = to),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
