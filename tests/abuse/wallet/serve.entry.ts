/**
 * The wallet's service under attack, in its own process: `serve.entry.ts <folder>`. Starts with the
 * options that its parent sends, reports its address, and ends with its parent.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wait } from '@latchkey/server/waiting'
import { createWallet } from '../../../services/wallet/src/server/createWallet.ts'
import type { WalletOptions } from '../../../services/wallet/src/server/options.ts'
import type { Config } from '../scene.ts'
import { mailFile, isHome } from './inbox.ts'
import { networkAt, honestChain } from './networks.ts'
import { seedWaiting } from './seedWaiting.ts'
import { site } from './site.ts'

/** Milliseconds that the mail server needs for a mail. */
const mailTakes = 20

const [folder = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(0))
const [config] = await once(process, 'message')
const {
  options = {},
  honestNode = '',
  waiting = [],
}: Config & { options?: Partial<WalletOptions> } = config

const pages = join(folder, 'pages')
await mkdir(join(folder, 'mails'), { recursive: true })
await mkdir(pages)
await writeFile(
  join(pages, 'index.html'),
  '<!doctype html><title>Wallet</title><script type="application/json" id="settings"></script>',
)
const database = join(folder, 'database')
if (waiting.length > 0) await seedWaiting(database, waiting)

const wallet = createWallet({
  projects: { [site.projectId]: { name: 'Shop', origins: [site.origin] } },
  keys: [new Uint8Array(randomBytes(32))],
  recovery: ['password'],
  operator: 'Shop',
  pages,
  async mail({ to, subject, text }) {
    await wait(mailTakes)
    if (isHome(to)) await writeFile(mailFile(folder, to), `${subject}\n${text}`)
  },
  ...options,
  networks: [networkAt(honestChain, honestNode), ...(options.networks ?? [])],
  database,
})
process.send?.({ url: (await wallet.listen({ port: 0 })).url })
