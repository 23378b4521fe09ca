import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestAnvil } from '@latchkey/devnet/askAnvil'
import { chainOfDeployment } from '@latchkey/devnet/chainOfDeployment'
import { freePorts } from '@latchkey/devnet/ports'
import { startChain, type RunningChain } from '@latchkey/devnet/startChain'
import { startMail, type MailCatcher } from '@latchkey/devnet/startMail'
import type { EvmChainConfig } from '../../../api/src/chains/evm/evmChain.ts'

/** The site and the project of the tests, and the operator's token. */
export const site = { projectId: 'shop', origin: 'https://shop.example' } as const
export const token = 'a-word-of-operators-that-is-long-enough-0123456789'

/** A chain, a mail server, and a folder with a file of settings for them. */
export type TestWorld = {
  chain: RunningChain
  mail: MailCatcher
  folder: string
  file: string
  /** The port in the settings, and the addresses of the services and of the e-mail wallet there. */
  port: number
  url: string
  wallet: string
  /** The settings as JSON. */
  settings: Record<string, unknown>
  /** Writes another file of settings, in which `changed` replaces settings. */
  write: (name: string, changed?: Record<string, unknown>) => Promise<string>
  close: () => Promise<void>
}

/**
 * Starts a chain and a mail server, and writes settings for them. No service runs yet.
 * @param options.blocks the number of newest blocks that the API indexes; all blocks would take a
 *   second of processor time
 */
export async function startTestWorld({ blocks = 20 } = {}): Promise<TestWorld> {
  const [chainPort = 0, port = 0] = await freePorts(2)
  const [chain, mail, folder] = await Promise.all([
    startChain(31_337, { port: chainPort, fresh: false, onNotice: () => {} }),
    startMail({ port: 0 }),
    mkdtemp(join(tmpdir(), 'latchkey-serve-')),
  ])
  // API and relay need another host than the e-mail wallet; these two need no DNS
  const [url, wallet] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const chainOptions: EvmChainConfig = {
    ...chainOfDeployment(chain.deployment, chain.url),
    index: {
      startBlock: Math.max(0, Number(await requestAnvil(chain.url, 'eth_blockNumber')) - blocks),
      pollEvery: 200,
      timeTolerance: 100 * 365 * 86_400,
    },
  }
  const settings = {
    url,
    port,
    token,
    store: 'data',
    projects: { [site.projectId]: { name: 'Shop', origins: [site.origin] } },
    api: { chains: [chainOptions], limits: { loopDelay: false } },
    relay: { overload: 60_000 },
    wallet: {
      url: wallet,
      operator: 'Shop',
      keys: { file: 'wallet.keys' },
      mail: { url: mail.smtp, from: 'wallet@shop.example' },
      recovery: ['vault', 'password'],
      vault: { privateKey: { file: 'vault.json' }, delay: 0 },
    },
  }
  const secret = (name: string, text: string) =>
    writeFile(join(folder, name), text, { mode: 0o600 })
  await secret('wallet.keys', randomBytes(32).toString('base64'))
  await secret('vault.json', JSON.stringify(privateKey.export({ format: 'jwk' })))
  const write = async (name: string, changed: Record<string, unknown> = {}) => {
    await secret(name, JSON.stringify({ ...settings, ...changed }))
    return join(folder, name)
  }
  return {
    chain,
    mail,
    folder,
    port,
    url,
    wallet,
    settings,
    write,
    file: await write('latchkey.json'),
    async close() {
      await Promise.all([chain.close(), mail.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The sources of `readSettings` that read real files. */
export const fromDisk = { env: {}, readText: (path: string) => readFile(path, 'utf8') }

/** An answer, with its whole text. */
export type ServeAnswer = {
  status: number
  text: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Requests a path exactly as written, with any Host header. */
export function requestPath(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' } = {},
): Promise<ServeAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          )
          .on('error', reject)
      },
    )
    outgoing.on('error', reject).end(body)
  })
}
