import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePorts } from '../../../devnet/src/ports.ts'
import { serveFolder } from '../../../devnet/src/serveFolder.ts'
import { examplesOf } from './examplesOf.ts'

/** Seconds in which a framework's server has to answer. */
const patience = 30

/** Serves a folder of an example under the policy of `docs/guide.md`, as a web server would. */
async function serveStatic(
  name: string,
  folder: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { places, env } = examplesOf()
  const policy = `default-src 'self'; connect-src 'self' ${env['API']} ${env['RPC']}; img-src 'self' data: ${env['API']}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`
  return serveFolder({
    folder: join(places[name] ?? '', folder),
    port: 0,
    before: () => (_request, response, next) => {
      response.setHeader('content-security-policy', policy)
      next()
    },
  })
}

/**
 * Starts an example's own server, by the script `start` of its package.json, and waits for its
 * first answer.
 */
async function start(name: string): Promise<{ url: string; close: () => Promise<void> }> {
  const { places, env } = examplesOf()
  const place = places[name] ?? ''
  const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  } // the package.json of every example with its own server has this script
  const [port = 0] = await freePorts(1)
  const PATH = [
    join(place, 'node_modules/.bin'),
    join(place, '../node_modules/.bin'),
    process.env['PATH'],
  ].join(delimiter)
  const url = `http://localhost:${port}`
  const child = spawn('sh', ['-c', `exec ${scripts.start}`], {
    cwd: place,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      PATH,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      SITE: new URL(url).host,
      SIWX_SECRET: randomBytes(32).toString('base64'),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal)
  }
  const close = async () => {
    kill('SIGTERM')
    // Next waits for connections that browsers hold open
    const timer = setTimeout(() => kill('SIGKILL'), 2_000)
    await ended
    clearTimeout(timer)
  }
  for (let tries = 0; tries < patience * 10; tries++) {
    if (child.exitCode !== null) throw new Error(`The server of examples/${name} ended:\n${output}`)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, close }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await close()
  throw new Error(`The server of examples/${name} does not answer:\n${output}`)
}

/**
 * Serves a built example. @param folder of its static files; without it the example has its own
 * server
 */
export const serveExample = (
  name: string,
  folder?: string,
): Promise<{ url: string; close: () => Promise<void> }> =>
  folder === undefined ? start(name) : serveStatic(name, folder)
