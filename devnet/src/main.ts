/**
 * The program behind `npm start`: starts all parts, prints their addresses, and ends them on
 * Ctrl-C.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startLatchkey, type Addresses, type Latchkey } from './startLatchkey.ts'
import { watchParent } from './watchParent.ts'

/**
 * The longest wait for all parts to end, and for the answer of a Latchkey that may already run, in
 * milliseconds. If none runs, the connection is refused at once.
 */
const endLimit = 20_000

/**
 * Milliseconds within which a second signal belongs to the same Ctrl-C: the terminal sends a
 * signal, and npm sends it again.
 */
const sameSignal = 500

export type RunLatchkeyOptions = {
  demoFolder: Promise<string>
  /** The folder of the built documentation. @default no documentation */
  docsFolder?: Promise<string>
  /** The folder of the built phone, which runs in a tab. @default no phone */
  phoneFolder?: Promise<string>
  /** The folder of the embedded wallet's built frame. @default no embedded wallet */
  walletFolder?: Promise<string>
  /**
   * The folder of the chains' states, and of `devnet.json`, which has the addresses of all parts.
   */
  stateDir: string
  fresh: boolean
  /** Whether to start the Polkadot chain, after everything else. @default 'later' */
  polkadot?: false | 'later'
  /** `performance.now()` when the user pressed Enter. */
  startedAt: number
}

/** Runs all parts until a signal arrives or the parent process ends. */
export async function runLatchkey({
  demoFolder,
  docsFolder,
  phoneFolder,
  walletFolder,
  stateDir,
  fresh,
  polkadot = 'later',
  startedAt,
}: RunLatchkeyOptions): Promise<void> {
  // prevents unhandled rejections: failures are handled where these promises are awaited
  demoFolder.catch(() => {})
  docsFolder?.catch(() => {})
  phoneFolder?.catch(() => {})
  walletFolder?.catch(() => {})
  const addressFile = join(stateDir, 'devnet.json')
  const running = await runningElsewhere(addressFile)
  if (running) return fail(`Latchkey is running already:\n${table(running)}\nStop that one first.`)
  const interrupt = new AbortController()
  const latchkey = untilSignal(interrupt, addressFile)
  try {
    const started = await startLatchkey({
      demoFolder,
      docsFolder,
      phoneFolder,
      walletFolder,
      stateDir,
      fresh,
      polkadot,
      onAdded: (addresses, networkId) => {
        writeAddresses(addressFile, addresses).then(
          () => console.log(addedText(addresses, networkId)),
          (error: unknown) => console.error(error),
        )
      },
      onNotice: (text) => console.log(text),
      signal: interrupt.signal,
    })
    latchkey.started(started)
    await writeAddresses(addressFile, started.addresses)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `\nLatchkey is ready (${seconds} s).\n\n${table(started.addresses)}${comingText(started.addresses)}\n${closingText}`,
    )
  } catch (error) {
    if (!interrupt.signal.aborted)
      return fail(error instanceof Error ? error.message : String(error))
  }
}

const closingText = `Ctrl-C stops it. What happens on the chains is kept; "npm start -- --fresh" begins anew.`

/** The chains that are still starting, one line each. */
const comingText = ({ coming = {} }: Addresses): string =>
  Object.values(coming)
    .map(({ name }) => `  ${name.padEnd(20)} is still starting\n`)
    .join('')

const addedText = ({ chains, networks }: Addresses, networkId: string): string =>
  `${networks[networkId]?.name} is ready, too: ${chains[networkId]}`

async function writeAddresses(file: string, addresses: Addresses): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(addresses, null, 2)}\n`)
}

function fail(message: string): void {
  console.error(message)
  process.exit(1)
}

function table({
  demo,
  docs,
  api,
  checkout,
  phone,
  bakery,
  relay,
  wallet,
  inbox,
  companies,
  farcaster,
  chains,
  bitcoin,
}: Addresses): string {
  const rows = [
    ['Demo site', demo],
    ...(docs ? [['Docs', docs]] : []),
    ...(phone ? [['Phone', phone]] : []),
    ...(bakery ? [['Bakery', bakery]] : []),
    ['API', api],
    ['Checkout', checkout],
    ['Relay', relay],
    ...(wallet ? [['Wallet', wallet]] : []),
    ...(inbox ? [['Inbox', inbox]] : []),
    ...(companies ? [['Companies', companies]] : []),
    ...(farcaster ? [['Farcaster', farcaster]] : []),
    ...Object.entries(chains).map(([networkId, url]) => [`Chain ${networkId}`, url]),
    ...(bitcoin ? [['Electrum server', bitcoin.electrum]] : []),
  ]
  return rows.map(([name = '', url = '']) => `  ${name.padEnd(20)} ${url}\n`).join('')
}

/** The addresses of a Latchkey that another `npm start` in this folder has started. */
async function runningElsewhere(addressFile: string): Promise<Addresses | undefined> {
  try {
    const written = JSON.parse(await readFile(addressFile, 'utf8'))
    const response = await fetch(`${written.demo}/devnet.json`, {
      signal: AbortSignal.timeout(endLimit),
    })
    const answered = JSON.parse(await response.text())
    return answered.demo === written.demo && answered.api === written.api ? answered : undefined
  } catch {
    return undefined // there is no such file, or the Latchkey that wrote it has ended
  }
}

/**
 * On the first signal, or when the parent process has ended, ends all parts. On the second signal,
 * ends the process at once.
 */
function untilSignal(interrupt: AbortController, addressFile: string) {
  let latchkey: Latchkey | undefined
  let ending: number | undefined

  async function end(code: number): Promise<void> {
    if (ending !== undefined && performance.now() - ending < sameSignal) return
    if (ending !== undefined) process.exit(code)
    console.log('\nStopping …')
    ending = performance.now()
    setTimeout(() => process.exit(code), endLimit)
    interrupt.abort()
    await latchkey?.close()
    await rm(addressFile, { force: true })
    process.exit(0)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(signal === 'SIGINT' ? 130 : 143))
  watchParent(() => void end(0))

  return {
    started(started: Latchkey) {
      latchkey = started
      if (ending !== undefined) void started.close().then(() => process.exit(0))
    },
  }
}
