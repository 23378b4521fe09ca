import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWallet } from '../../services/wallet/src/server/createWallet.ts'
import type { WalletOptions } from '../../services/wallet/src/server/options.ts'

/**
 * The vault's delay in milliseconds: long enough that a developer sees it, short enough to wait for
 * its end.
 */
const vaultDelay = 10_000
/** Limits that are off or high, because developers log in again and again with the same address. */
const patience = {
  rate: false,
  operations: false,
  mails: false,
  socials: false,
  codes: 100_000,
  wrongCodes: 100_000,
} as const

export type StartWalletOptions = {
  /** The preferred port; if it is taken, another free port is used. */
  port: number
  /** The folder with the frame's built page. */
  pages: string
  /** The address of the mail server, `smtp:`. */
  smtp: string
  networks: NonNullable<WalletOptions['networks']>
  /** Origins of the operator's own sites, in whose pages visitors approve. @default none */
  own?: readonly string[] | undefined
  /** The folder in which logins and accounts are stored. Without it they are lost at the end. */
  stateDir?: string | undefined
  /** Deletes the stored logins and accounts. */
  fresh?: boolean | undefined
  /** Settings that a test changes. */
  changed?: Partial<WalletOptions>
}

/**
 * Starts the embedded wallet's server in this process. Any site may embed its frame. Visitors
 * approve in the wallet's own window, except on the sites in `own`. The wallet's host differs from
 * that of the demo site, so that browsers treat them as two sites.
 */
export async function startWallet({
  port,
  pages,
  smtp,
  networks,
  own = [],
  stateDir,
  fresh = false,
  changed,
}: StartWalletOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = stateDir === undefined ? undefined : join(stateDir, 'wallet')
  if (folder !== undefined && fresh) await rm(folder, { recursive: true, force: true })
  const { key, vaultKey } = await secretsIn(folder)
  const wallet = createWallet({
    projects: 'any',
    own: [...own],
    networks,
    database: folder === undefined ? 'memory' : join(folder, 'database'),
    keys: [new Uint8Array(Buffer.from(key, 'hex'))],
    mail: { url: smtp, from: 'wallet@latchkey.example' },
    recovery: ['vault', 'password'],
    vault: { privateKey: vaultKey, delay: vaultDelay },
    operator: 'Latchkey Devnet',
    pages,
    limits: patience,
    ...changed,
  })
  try {
    const { port: open } = await wallet.listen({ port, host: '127.0.0.1', fallback: true })
    return { url: `http://wallet.localhost:${open}`, close: wallet.close }
  } catch (error) {
    await wallet.close()
    throw error
  }
}

type Secrets = { key: string; vaultKey: NonNullable<WalletOptions['vault']>['privateKey'] }

/** Reads the keys of an earlier run, or creates and stores new keys. */
async function secretsIn(folder: string | undefined): Promise<Secrets> {
  const file = folder === undefined ? undefined : join(folder, 'secrets.json')
  const stored =
    file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined)
  if (stored !== undefined) return JSON.parse(stored) as Secrets // this function has written it
  const vaultKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  }) as Secrets['vaultKey'] // the cast: a key of P-256 has these fields
  const secrets = { key: randomBytes(32).toString('hex'), vaultKey }
  if (folder !== undefined && file !== undefined) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  }
  return secrets
}
