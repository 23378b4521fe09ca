import { stat } from 'node:fs/promises'
import { fileLimitWarning } from '@latchkey/server/fileLimit'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { requestIdentity } from '../../../api/src/chains/chainIdentity.ts'
import { createSendMail } from '../../../wallet/src/server/mail/createSendMail.ts'
import { isBuilt } from '../../../wallet/src/server/pages/frame.ts'
import { trustsThisMachine } from '../server/isOperator.ts'
import type { Settings } from '../settings/readSettings.ts'
import type { Finding, Probe } from './probe.ts'

/** Limits of a node's answer. */
const answerLimits = { bytes: 64 * 1024, depth: 8, values: 200 }
/** Milliseconds for one node. */
const nodeLimit = 8_000

/**
 * Probes of every node of every network: whether it answers, and whether it belongs to the network.
 * Results name the node's host, never its path, which may contain a key.
 */
export function nodeProbes({ api, wallet }: Settings): Probe[] {
  const ofApi = (api?.chains ?? []).map(({ networkId, rpcUrls }) => ({
    part: 'api' as const,
    networkId,
    rpcUrls,
  }))
  const known = new Set(ofApi.flatMap(({ rpcUrls }) => rpcUrls))
  const ofWallet = (wallet?.networks ?? []).map(({ networkId, rpcUrls }) => ({
    part: 'wallet' as const,
    networkId,
    rpcUrls: rpcUrls.filter((url) => !known.has(url)),
  }))
  return [...ofApi, ...ofWallet].flatMap(({ part, networkId, rpcUrls }) =>
    rpcUrls.map(
      (url): Probe => ({
        part,
        name: `Node ${new URL(url).hostname} of ${networkId}`,
        run: (signal) => probeNode(url, networkId, signal),
      }),
    ),
  )
}

async function probeNode(url: string, networkId: string, signal: AbortSignal): Promise<Finding> {
  const began = performance.now()
  const found = await requestIdentity(url, networkId, { fetch, timeLimit: nodeLimit, signal })
  if (!found) throw new RangeError('A network that no settings may name')
  const { method, isNamed: is } = found
  if (is === undefined)
    return {
      state: 'failed',
      said: `does not answer ${method}`,
      advice: 'Is this the address of a node, with its key?',
    }
  return is
    ? { state: 'ok', said: `answered in ${Math.round(performance.now() - began)} ms` }
    : { state: 'failed', said: 'belongs to another network', advice: `Name a node of ${networkId}` }
}

/** Probes of the e-mail wallet: its page, its mail server, and whether it has networks. */
export function walletProbes({ wallet }: Settings): Probe[] {
  if (!wallet) return []
  const { mail, operator, pages } = wallet
  return [
    {
      part: 'wallet',
      name: 'Page',
      run: async () =>
        (await isBuilt(pages))
          ? { state: 'ok', said: 'is there' }
          : {
              state: 'failed',
              said: 'is missing',
              advice: 'Build it with `npm run build`, or install the package again',
            },
    },
    ...(typeof mail === 'function'
      ? []
      : [
          {
            part: 'wallet' as const,
            name: 'Mail server',
            run: () => probeMail({ ...mail, operator }),
          },
        ]),
    ...((wallet.networks ?? []).length === 0
      ? [
          {
            part: 'wallet' as const,
            name: 'Networks',
            run: async (): Promise<Finding> => ({
              state: 'failed',
              said: 'none',
              advice:
                'Name them in wallet.networks or api.chains: without one nobody can open an account',
            }),
          },
        ]
      : []),
  ]
}

async function probeMail(options: {
  url: string
  from: string
  operator: string
}): Promise<Finding> {
  const { greet, close } = createSendMail(options)
  try {
    await greet()
    return { state: 'ok', said: `${new URL(options.url).hostname} takes mails` }
  } finally {
    close()
  }
}

/**
 * Probes whether the addresses in the settings lead to this program.
 * @param instance the id of the running program; undefined where no program has to run
 */
export function addressProbes(
  { checked: { url, wallet } }: Settings,
  instance: string | undefined,
): Probe[] {
  const addresses = [
    { part: 'serve' as const, name: 'Address', url },
    ...(wallet
      ? [{ part: 'wallet' as const, name: 'Address of the wallet', url: wallet.url }]
      : []),
  ]
  return addresses.map(
    ({ part, name, url: address }): Probe => ({
      part,
      name,
      run: (signal) => probeAddress(address, instance, signal),
    }),
  )
}

async function probeAddress(
  url: string,
  instance: string | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  if (new URL(url).hostname.endsWith('.localhost'))
    return { state: 'ok', said: `${url}, a name of this machine that browsers know` }
  const proxy =
    'Look at the DNS entry, the certificate, and the proxy: it has to pass on the Host header'
  try {
    const response = await fetch(`${url}/health`, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
    const body = await readJsonStream(response.body, answerLimits).catch(() => undefined)
    const answered =
      typeof body === 'object' && body !== null && 'instance' in body ? body.instance : undefined
    if (typeof answered !== 'string')
      return {
        state: 'failed',
        said: `${url} is answered by something else (${response.status})`,
        advice: proxy,
      }
    if (instance !== undefined && answered !== instance)
      return {
        state: 'warning',
        said: `${url} is answered by another one of these programs`,
        advice: 'That is right where several share a load balancer; else an old one still runs',
      }
    return { state: 'ok', said: url }
  } catch (error) {
    signal.throwIfAborted()
    if (instance === undefined)
      return {
        state: 'warning',
        said: `nothing answers at ${url} yet`,
        advice: 'That is right before the first start',
      }
    throw error
  }
}

/** Probes for risky settings, and for files with secrets that other users may read. */
export function settingsProbes({ checked, files, wallet }: Settings): Probe[] {
  return [
    {
      part: 'serve',
      name: 'Secrets',
      run: () => probeSecrets(files, checked, wallet?.keys ?? []),
    },
    {
      part: 'serve',
      name: 'Sites',
      run: async () =>
        checked.projects === 'any' && checked.url.startsWith('https:')
          ? {
              state: 'warning',
              said: 'every site may use these services',
              advice: 'Name your sites in projects',
            }
          : {
              state: 'ok',
              said:
                checked.projects === 'any'
                  ? 'every site, on this machine'
                  : `${Object.keys(checked.projects).length} projects`,
            },
    },
    {
      part: 'serve',
      name: 'Open files',
      run: async () => {
        const warning = fileLimitWarning(checked.connections.all)
        return warning === undefined
          ? { state: 'ok', said: 'enough' }
          : { state: 'warning', said: warning }
      },
    },
  ]
}

async function probeSecrets(
  files: readonly string[],
  { token, url, trustProxy }: Settings['checked'],
  keys: readonly Uint8Array[],
): Promise<Finding> {
  if (keys.some((key) => new Set(key).size < 12))
    return {
      state: 'failed',
      said: 'a key of wallet.keys is not random',
      advice: 'Make one with `openssl rand -base64 32`, put it first, and rotate',
    }
  if (token !== undefined && new Set(token).size < 10)
    return {
      state: 'failed',
      said: 'token is easy to guess',
      advice: 'Make one with `openssl rand -hex 32`',
    }
  for (const file of files) {
    const { mode } = await stat(file)
    if ((mode & 0o007) !== 0 && process.platform !== 'win32')
      return {
        state: 'warning',
        said: `every user of this machine may read ${file}`,
        advice: `chmod o= ${file}`,
      }
  }
  if (token !== undefined) return { state: 'ok', said: 'strong' }
  return {
    state: 'ok',
    said: trustsThisMachine({ url, trustProxy })
      ? 'strong; without a token, operators see pages from this machine alone'
      : 'strong; without a token, nobody sees /status and /metrics',
  }
}
