import { readJson } from '@latchkey/protocol/border'
import type { ListenOptions } from '@latchkey/server/openPort'
import { OptionError } from '@latchkey/server/optionError'
import { parsePort } from '@latchkey/server/parseOptions'
import type { SandboxOptions } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The option that each variable sets. `createSandbox` checks the value. */
export const variables = {
  LATCHKEY_CHAINS: 'chains',
  LATCHKEY_SANDBOX_NETWORKS: 'networks',
  LATCHKEY_SANDBOX_TREASURY: 'treasury',
  LATCHKEY_SANDBOX_SYMBOLS: 'symbols',
  LATCHKEY_SANDBOX_SECRET: 'secret',
  LATCHKEY_SANDBOX_CONFIRMATIONS: 'confirmations',
  LATCHKEY_API_URL: 'apiUrl',
  LATCHKEY_WEBHOOK_URL: 'webhookUrl',
  LATCHKEY_PROJECT_ID: 'projectId',
  LATCHKEY_DATABASE: 'database',
  LATCHKEY_TRUST_PROXY: 'trustProxy',
  PUBLIC_URL: 'publicUrl',
} as const

/** The variables whose values are lists, or numbers, and the limits of a JSON file. */
const lists: readonly string[] = ['LATCHKEY_SANDBOX_NETWORKS', 'LATCHKEY_SANDBOX_SYMBOLS']
const numbers: readonly string[] = ['LATCHKEY_SANDBOX_CONFIRMATIONS', 'LATCHKEY_TRUST_PROXY']
const fileLimits = { bytes: 64 * 1024 * 1024, depth: 32, values: 5_000_000 }

/**
 * Reads the options from environment variables, and the list of chains from its file. README.md
 * describes the variables.
 * @param readText reads a file
 * @throws OptionError that names the variable
 */
export async function readEnvironment(
  env: Environment,
  readText: (path: string) => Promise<string>,
): Promise<{ options: SandboxOptions; where: ListenOptions }> {
  const needed = [
    'LATCHKEY_CHAINS',
    'LATCHKEY_SANDBOX_TREASURY',
    'LATCHKEY_SANDBOX_NETWORKS',
    'LATCHKEY_SANDBOX_SECRET',
    'LATCHKEY_DATABASE',
  ]
  const missing = needed.find((name) => !env[name])
  if (missing !== undefined) throw new OptionError(`${missing}: has to be given`)
  const options: Record<string, unknown> = { apiUrl: 'http://127.0.0.1:8787' }
  for (const [name, option] of Object.entries(variables)) {
    const text = env[name]
    if (!text) continue
    options[option] =
      option === 'chains'
        ? await chainsIn(text, readText)
        : lists.includes(name)
          ? text.split(',').map((part) => part.trim())
          : numbers.includes(name)
            ? numberIn(name, text)
            : text
  }
  const where = {
    port: parsePort(env['PORT'] || '8790'),
    host: env['HOST'] || '127.0.0.1',
    fallback: !env['PORT'],
  }
  return { options: options as SandboxOptions, where } // `createSandbox` checks every option
}

function numberIn(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new OptionError(`${name}: expected a number, such as 1`)
  return Number(text)
}

async function chainsIn(
  path: string,
  readText: (path: string) => Promise<string>,
): Promise<unknown> {
  try {
    return readJson(await readText(path), fileLimits)
  } catch (cause) {
    throw new OptionError(`LATCHKEY_CHAINS: ${path} can't be read as JSON`, { cause })
  }
}
