import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { VaultPrivateKey } from '@latchkey/protocol/vaultEnvelope'
import { createWallet } from '../../services/wallet/src/server/createWallet.ts'
import { site } from '../sites/site.ts'

/** The embedded wallet's service, with the codes that it mails. */
export type Mailbox = { url: string; codeTo: (email: string) => Promise<string>; close: () => Promise<void> }

/** Serves the embedded wallet with its built frame; mails stay here. @param own origins of sites whose visitors approve in the page */
export async function serveMailbox(own: readonly string[]): Promise<Mailbox> {
  const mails: { to: string; subject: string }[] = []
  const wallet = createWallet({
    projects: 'any',
    own: [...own],
    networks: [{ networkId: `eip155:${site.network.id}`, name: site.network.name, currency: { symbol: 'ETH', decimals: 18 }, rpcUrls: ['http://127.0.0.1:9'] }], // nothing here asks a node
    database: 'memory',
    keys: [new Uint8Array(randomBytes(32))],
    mail: async (mail) => mails.push(mail),
    recovery: ['vault'],
    // a generated key is of this curve, and a private one
    vault: { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as VaultPrivateKey, delay: 60_000 },
    operator: 'Bench',
    limits: { rate: false, mails: false, requests: false, connections: false },
  })
  const { url } = await wallet.listen({ port: 0 })
  return {
    url,
    async codeTo(email) {
      for (let look = 0; look < 500; look++) {
        const code = /\d{6}/.exec(mails.findLast(({ to }) => to === email)?.subject ?? '')?.[0]
        if (code) return code
        await setTimeout(20)
      }
      throw new Error('No code came')
    },
    close: () => wallet.close({ drain: 0 }),
  }
}
