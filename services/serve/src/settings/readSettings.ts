import { dirname, isAbsolute, join, resolve } from 'node:path'
import { parseNetworkId } from '@latchkey/protocol/caip'
import { isNumbered } from '@latchkey/protocol/namespace'
import { codeOf } from '@latchkey/server/causesOf'
import { OptionError } from '@latchkey/server/optionError'
import type { ListenOptions } from '@latchkey/server/openPort'
import { deriveKey } from '@latchkey/server/deriveKey'
import * as v from 'valibot'
import { parseOptions as parseApi, type ApiOptions } from '../../../api/src/options.ts'
import { pricesIn, ratesIn } from '../../../api/src/readEnvironment.ts'
import { readLimits } from '../../../relay/src/readLimits.ts'
import type { StoreChoice } from '../../../relay/src/readEnvironment.ts'
import { optionsSchema as relayOptions, type RelayOptions } from '../../../relay/src/options.ts'
import { parseOptions as parseSandbox, type SandboxOptions } from '../../../sandbox/src/options.ts'
import {
  parseOptions as parseWallet,
  type WalletOptions,
} from '../../../wallet/src/server/options.ts'
import { readKeys } from '../../../wallet/src/server/readEnvironment.ts'
import { parseFile } from './parseFile.ts'
import { resolveReferences, type Sources } from './resolveReferences.ts'
import { sandboxPort, schema, type Checked } from './schema.ts'
import { plain, sentenceOf } from './sentenceOf.ts'
import { SettingsError } from './settingsError.ts'

/**
 * The settings, in the form that the services take. The options of a service that is not set up are
 * undefined.
 */
export type Settings = {
  checked: Checked
  where: ListenOptions
  /** The folder of all stored data; undefined where PostgreSQL and Redis store them. */
  folder: string | undefined
  api: ApiOptions | undefined
  relay: { store: StoreChoice; options: Omit<RelayOptions, 'store'> } | undefined
  wallet: WalletOptions | undefined
  sandbox: { where: ListenOptions; options: SandboxOptions } | undefined
  /** Paths of the settings file and of the files that it names. The files may contain secrets. */
  files: readonly string[]
}

/** The names of the services' folders in the folder of the settings. */
export const folders = {
  api: 'api',
  relay: 'relay',
  wallet: 'wallet',
  sandbox: 'sandbox',
} as const

/**
 * Reads the file of settings, and the files that it names. No store and no connection is opened.
 * @param file its path
 * @throws SettingsError with one sentence for each problem
 */
export async function readSettings(
  file: string,
  { env, readText }: Omit<Sources, 'folder'>,
): Promise<Settings> {
  const from = dirname(resolve(file))
  const text = await readText(file).catch((cause: unknown) => {
    const hint = codeOf(cause) === 'ENOENT' ? ': `latchkey-serve init` writes one' : ''
    throw new SettingsError([`${file} cannot be read (${codeOf(cause) ?? 'unknown'})${hint}`], {
      cause,
    })
  })
  const { value, files } = await resolveReferences(parseFile(text, file), {
    env,
    readText,
    folder: from,
  })
  const checked = check(value)
  const place = (path: string) => (isAbsolute(path) ? path : join(from, path))
  const parts = {
    ...checked,
    ...(typeof checked.store === 'string' && { store: place(checked.store) }),
  }
  const problems: string[] = []
  /** Makes the options of a service. Messages about problems begin with the name of its section. */
  const optionsOf = async <options>(
    section: string,
    make: () => Promise<options>,
  ): Promise<options | undefined> => {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof OptionError)) throw error
      const sentence = plain(error.message)
      problems.push(sentence.startsWith(`${section}.`) ? sentence : `${section}.${sentence}`)
      return undefined
    }
  }
  const api = await optionsOf('api', () => apiOf(parts, readText, place))
  const relay = await optionsOf('relay', async () => relayOf(parts))
  const wallet = await optionsOf('wallet', async () => walletOf(parts))
  const sandbox = await optionsOf('sandbox', async () => sandboxOf(parts))
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    checked: parts,
    api,
    relay,
    wallet,
    sandbox,
    files: [resolve(file), ...files],
    where: { host: parts.host, port: parts.port },
    folder: typeof parts.store === 'string' ? parts.store : undefined,
  }
}

/** Maximum of problems that are reported at once. */
const max = 20

function check(value: unknown): Checked {
  const result = v.safeParse(schema, value)
  if (!result.success)
    throw new SettingsError(
      [...new Set(result.issues.map((issue) => sentenceOf(schema, issue)))].slice(0, max),
    )
  // The check above has shown this type. The sections are taken as they were before the check,
  // because each service checks its own section again. It may refuse a value that the check has
  // already converted, such as an address.
  const sections = value as Pick<Checked, 'api' | 'relay' | 'wallet' | 'sandbox' | 'projects'>
  const checked: Checked = {
    ...result.output,
    projects: sections.projects ?? 'any',
    api: sections.api,
    relay: sections.relay,
    wallet: sections.wallet,
    sandbox: sections.sandbox,
  }
  const problems = contradictions(checked)
  if (problems.length > 0) throw new SettingsError(problems)
  return checked
}

/** Problems between several settings. */
function contradictions({ url, api, relay, wallet, sandbox }: Checked): string[] {
  const problems: string[] = []
  if (!api && !relay && !wallet)
    problems.push('settings: have none of api, relay and wallet, so there is nothing to start')
  if (sandbox && !api) problems.push('sandbox: needs api, which has its chains and their prices')
  if (wallet && new URL(wallet.url).hostname === new URL(url).hostname)
    problems.push(
      'wallet.url: needs a host of its own, such as wallet.latchkey.example.org: on the host of url, whatever API and relay answer could read the keys of your visitors',
    )
  const ofPort = [
    ...(api?.limits?.connections === undefined ? [] : ['api']),
    ...(wallet?.limits?.connections === undefined ? [] : ['wallet']),
  ]
  for (const section of ofPort)
    problems.push(
      `${section}.limits.connections: the services share one port, so this is connections`,
    )
  return problems
}

const idsOf = (projects: Checked['projects']) =>
  projects === 'any' ? undefined : Object.keys(projects)
const originsOf = (projects: Checked['projects']) =>
  projects === 'any'
    ? undefined
    : [...new Set(Object.values(projects).flatMap(({ origins }) => origins))]
const databaseOf = ({ store }: Checked, service: keyof typeof folders) =>
  typeof store === 'string' ? join(store, folders[service]) : store.postgres

async function apiOf(
  checked: Checked,
  readText: Sources['readText'],
  place: (path: string) => string,
): Promise<ApiOptions | undefined> {
  if (!checked.api) return undefined
  const { ratesFile, pricesFile, ...given } = checked.api
  const projects = idsOf(checked.projects)
  const options: ApiOptions = {
    ...(projects && { projects }),
    ...given,
    ...onrampOf(checked),
    database: databaseOf(checked, 'api'),
    publicUrl: checked.url,
    trustProxy: checked.trustProxy,
    ...(ratesFile !== undefined && {
      rates: await ratesIn(place(ratesFile), readText, 'ratesFile'),
    }),
    ...(pricesFile !== undefined && (await pricesIn(place(pricesFile), readText, 'pricesFile'))),
  }
  parseApi(options)
  return options
}

/**
 * The providers of the file, and the sandbox if this program runs it. A checkout leads back only to
 * the origins of the projects, unless the file has other `returns`.
 */
function onrampOf({ api, projects, sandbox, host }: Checked): Pick<ApiOptions, 'onramp'> {
  if (!api?.onramp && !sandbox) return {}
  const returns =
    projects === 'any'
      ? undefined
      : Object.fromEntries(Object.entries(projects).map(([id, { origins }]) => [id, origins]))
  return {
    onramp: {
      ...(returns && { returns }),
      ...api?.onramp,
      ...(sandbox && {
        sandbox: {
          url: `http://${reachable(host)}:${sandbox.port ?? sandboxPort}`,
          secret: secretOf(sandbox.treasury),
        },
      }),
    },
  }
}

/**
 * The host under which other programs of this machine reach a server.
 * @param host the host on which the server listens
 */
const reachable = (host: string) =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

/**
 * The secret with which API and sandbox sign messages to each other. All programs with the same
 * treasury derive the same secret.
 */
const secretOf = (treasury: string) => Buffer.from(deriveKey(treasury, 'api')).toString('hex')

function sandboxOf(checked: Checked): Settings['sandbox'] {
  const { sandbox, api, host, trustProxy } = checked
  if (!sandbox || !api) return undefined
  const { port = sandboxPort, ...given } = sandbox
  const [projectId] = idsOf(checked.projects) ?? []
  const options: SandboxOptions = {
    ...given,
    chains: api.chains,
    secret: secretOf(given.treasury),
    ...(projectId !== undefined && { projectId }),
    database: databaseOf(checked, 'sandbox'),
    trustProxy,
  }
  parseSandbox(options)
  return { where: { host, port }, options }
}

function relayOf(checked: Checked): Settings['relay'] {
  if (!checked.relay) return undefined
  const { limits, storeBytes, ...given } = checked.relay
  const { store, trustProxy, url } = checked
  const [projects, origins] = [idsOf(checked.projects), originsOf(checked.projects)]
  const text =
    limits === false
      ? '0'
      : Object.entries(limits ?? {})
          .map(([name, value]) => `${name}=${String(value)}`)
          .join(',')
  const { shares, store: storeShares } = readLimits('limits', text)
  const of = storeShares && { shares: storeShares }
  if (typeof store !== 'string' && storeBytes !== undefined)
    throw new OptionError('storeBytes: is for a folder; the size of Redis is its maxmemory')
  const options = {
    ...(projects && { projects }),
    ...(origins && { origins }),
    ...given,
    ...(shares !== undefined && { shares }),
    publicUrls: [url],
    trustProxy,
  }
  const result = v.safeParse(v.omit(relayOptions, ['store']), options)
  if (!result.success)
    throw new OptionError(
      `${v.getDotPath(result.issues[0]) ?? 'relay'}: ${result.issues[0].message}`,
    )
  if (typeof store === 'string')
    return {
      options,
      store: {
        kind: 'folder',
        folder: join(store, folders.relay),
        ...(storeBytes !== undefined && { bytes: storeBytes }),
        ...of,
      },
    }
  return {
    options,
    store: { kind: 'redis', urls: [store.redis].flat(), cluster: store.cluster, ...of },
  }
}

function walletOf(checked: Checked): WalletOptions | undefined {
  if (!checked.wallet) return undefined
  const { keys, projects = checked.projects, networks, ...given } = checked.wallet
  const { bundler, paymaster, networks: smart } = checked.api?.smartAccounts ?? {}
  // an API that knows its projects refuses requests without one
  const [projectId] = idsOf(checked.projects) ?? []
  const project = projectId === undefined ? '' : `&projectId=${encodeURIComponent(projectId)}`
  const hasBundler = (networkId: string) =>
    bundler !== undefined &&
    (smart ? smart.includes(networkId) : isNumbered(parseNetworkId(networkId).namespace))
  const options: WalletOptions = {
    // the API's own paymaster may pay for the wallet's visitors
    ...(paymaster && {
      paymasters: [new URL(checked.url).origin],
      ownPaymaster: `${new URL(checked.url).origin}/v1/paymaster`,
    }),
    // the API knows the prices of its networks
    ...(checked.api && {
      pricesUrl: projectId === undefined ? checked.url : `${checked.url}?${project.slice(1)}`,
    }),
    ...given,
    projects,
    networks:
      networks ??
      (checked.api?.chains ?? []).map(
        ({ networkId, name, nativeCurrency: { symbol, decimals }, rpcUrls }) => ({
          networkId,
          name,
          currency: { symbol, decimals },
          rpcUrls,
          ...(hasBundler(networkId) && {
            bundlerUrl: `${checked.url}/v1/bundler?chainId=${encodeURIComponent(networkId)}${project}`,
          }),
        }),
      ),
    keys: readKeys([keys].flat().join('\n'), 'keys'),
    database: databaseOf(checked, 'wallet'),
    trustProxy: checked.trustProxy,
  }
  parseWallet(options)
  return options
}
