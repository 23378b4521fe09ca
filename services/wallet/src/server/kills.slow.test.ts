import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { freePorts } from '@latchkey/devnet/ports'
import { startCompanies, type StartedCompanies } from '@latchkey/devnet/startCompanies'
import { startFarcasterRelay, type FarcasterRelay } from '@latchkey/devnet/startFarcasterRelay'
import { startMail, type MailCatcher } from '@latchkey/devnet/startMail'
import { wait } from '@latchkey/server/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillWorld, type PreparedStep } from './testing/createKillWorld.ts'
import { killSteps } from './testing/killSteps.ts'
import { site, vaultKeyPair } from './testing/startTestWallet.ts'
import { kill, passIn, startWalletProcess, type WalletProcess } from './testing/walletProcess.ts'

/**
 * For each kill, the number of open requests that are answered before the service is killed. The
 * other requests are still open then.
 */
const moments = [0, 0, 2, 5]
/** Milliseconds until an address may get another code. */
const cooldown = 31_000

let folder: string
let mail: MailCatcher
let companies: StartedCompanies
let devnet: Devnet
let relay: FarcasterRelay
let env: Record<string, string>
let wallet: WalletProcess
const vault = vaultKeyPair()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kills-'))
  ;[mail, companies, devnet] = await Promise.all([
    startMail({ port: 0 }),
    startCompanies({ port: 0 }),
    startDevnet({ ports: 'free' }),
  ])
  relay = await startFarcasterRelay({ port: 0, chain: devnet.chains[0]?.url ?? '' })
  const [port = 0] = await freePorts(1)
  const file = async (name: string, content: unknown) => {
    await writeFile(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
    return join(folder, name)
  }
  env = {
    PORT: String(port),
    SMTP: mail.smtp,
    LATCHKEY_MAIL_FROM: 'wallet@shop.example',
    LATCHKEY_DATABASE: join(folder, 'database'),
    LATCHKEY_OPERATOR: 'Shop',
    LATCHKEY_RECOVERY: 'vault,password',
    LATCHKEY_VAULT_DELAY: '1',
    LATCHKEY_RATE_LIMIT: '0',
    LATCHKEY_MAIL_LIMIT: '0',
    LATCHKEY_SOCIAL_LIMIT: '0',
    LATCHKEY_KEYS: await file('keys', randomBytes(32).toString('base64')),
    LATCHKEY_VAULT_KEY: await file('vault.json', vault),
    LATCHKEY_SOCIALS: await file('socials.json', companies.socials),
    LATCHKEY_FARCASTER: await file('farcaster.json', relay.options),
    LATCHKEY_PROJECTS: await file('projects.json', {
      [site.projectId]: { name: 'Shop', origins: [site.origin] },
    }),
  }
}, 60_000)
afterAll(async () => {
  await kill(wallet)
  await Promise.all([mail.close(), companies.close(), relay.close()])
  await devnet.close()
  await rm(folder, { recursive: true, force: true })
})

const steps = Object.entries(killSteps)
/**
 * One user for each step. Every second user gets the answer before the kill (`waits`). The request
 * of the others is open or was just answered. `waitForDevice` gets no answer.
 */
const usersOf = (wave: number) =>
  steps.map(([name, prepare], index) => ({
    name,
    prepare,
    waits: (index + wave) % 2 === 1 && name !== 'waitForDevice',
  }))
type Lane = PreparedStep & { name: string; waits: boolean; answer?: unknown }

/** Takes a step. An answer that the kill cuts off counts as none. */
async function take(lane: Lane): Promise<void> {
  lane.answer = await lane.call().catch(() => undefined)
}

/**
 * Takes steps concurrently, until a number of them are answered.
 * @returns a promise that resolves after all of them
 */
async function takeUntil(lanes: readonly Lane[], max: number): Promise<{ all: Promise<unknown> }> {
  let remaining = max
  let notify = () => {}
  const answered = new Promise<void>((resolve) => (notify = resolve))
  const all = Promise.all(lanes.map((lane) => take(lane).then(() => --remaining === 0 && notify())))
  await (max === 0 ? wait(5) : answered)
  return { all }
}

test('a service that is killed at any step loses no account, share or answered step, and every user can continue', {
  timeout: 240_000,
}, async () => {
  let ahead = 0
  wallet = await startWalletProcess(env)
  const world = createKillWorld({
    url: wallet.url,
    inbox: mail.url,
    now: () => Date.now() + ahead,
    vault,
  })
  const pass = async () => {
    await passIn(wallet, cooldown)
    ahead += cooldown
  }
  /** Adds the name of the step to a user's failure. */
  const of = async <value>({ name }: { name: string }, work: Promise<value>) =>
    work.catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      })
    })

  for (const [wave, max] of moments.entries()) {
    const users = usersOf(wave)
    const owners = await Promise.all(users.map(() => world.owner()))
    await pass()
    const lanes: Lane[] = await Promise.all(
      users.map(async (user, index) => ({
        ...user,
        ...(await of(user, user.prepare(world, owners[index] as (typeof owners)[number], relay))),
      })),
    ) // there are as many owners as users
    const open = lanes.filter(({ waits }) => !waits)
    await Promise.all(lanes.filter(({ waits }) => waits).map(take))
    // the first step differs each time
    const first = Math.floor((open.length * wave) / moments.length)
    const { all } = await takeUntil([...open.slice(first), ...open.slice(0, first)], max)
    await kill(wallet)
    await all
    ahead += cooldown
    wallet = await startWalletProcess(env, ahead)

    await world.checkShares()
    await Promise.all(lanes.map((lane) => of(lane, lane.goOn(lane.answer))))
    await world.checkShares()
    expect(lanes.filter(({ waits, answer }) => waits && answer === undefined)).toEqual([])
    expect(open.filter(({ answer }) => answer === undefined).length).toBeGreaterThan(
      open.length / 4,
    )
  }
})
