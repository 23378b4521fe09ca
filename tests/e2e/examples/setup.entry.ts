/**
 * The parts that all examples share during the tests: the devnet, at the addresses that the
 * examples were built with, and the visitor's wallet.
 */
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { urlOf } from '../../../packages/server/src/testing/programs.ts'
import { examplesOf } from './examplesOf.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Starts the shared parts, for Playwright. @returns the function that ends them */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it
export default async function setup(): Promise<() => Promise<void>> {
  const {
    ports: [apiPort = 0, nodePort = 0],
    env,
  } = examplesOf()
  const { startLatchkey } = (await import(
    urlOf(new URL('../fixtures/devnet.entry.ts', import.meta.url))
  )) as typeof import('../fixtures/devnet.entry.ts') // this is the imported module
  const latchkey = await startLatchkey({
    demoFolder: folder,
    ports: 'free',
    solana: false,
    bitcoin: false,
  })
  const { api, chains } = latchkey.addresses
  const closers = await Promise.all([
    forward(apiPort, api),
    forward(nodePort, chains['eip155:31337'] ?? ''),
    buildWallet(env['RPC'] ?? ''),
  ])
  return async () => {
    await Promise.all(closers.map((close) => close?.()))
    await latchkey.close()
  }
}

/**
 * Forwards a port to a service, because the examples were built before the service's own port was
 * known.
 */
async function forward(port: number, url: string): Promise<() => Promise<void>> {
  const target = new URL(url)
  const open = new Set<{ destroy(): unknown }>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const one of [near, far]) {
      open.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          near.destroy()
          far.destroy()
          open.delete(one)
        })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<AddressInfo>((resolve, reject) =>
    server
      .once('error', reject)
      .listen(port, '127.0.0.1', () => resolve(server.address() as AddressInfo)),
  ) // the server listens on a port
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      open.forEach((one) => one.destroy())
    })
}

/**
 * Builds the script that replaces a browser extension. It runs in every page, and the page's policy
 * does not apply to it.
 */
async function buildWallet(node: string): Promise<undefined> {
  await build({
    entryPoints: [join(folder, 'wallet.entry.ts')],
    outfile: join(folder, '../../../node_modules/.latchkey/examplesWallet/wallet.js'),
    bundle: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    define: { NODE: JSON.stringify(node) },
  })
}
