/**
 * Starts the relay as a process of its own. Only this file reads the environment. README.md lists
 * the variables.
 */
import { causesOf } from '@latchkey/server/causesOf'
import { fileLimitWarning } from '@latchkey/server/fileLimit'
import type { ListenOptions } from '@latchkey/server/openPort'
import { limitLog } from '@latchkey/server/limitLog'
import { runProcess } from '@latchkey/server/runProcess'
import { createRelay } from './createRelay.ts'
import type { LogLine, RelayOptions } from './options.ts'
import { readEnvironment, type StoreChoice, variables } from './readEnvironment.ts'
import { shareDefaults } from './shares.ts'
import type { MailboxStore } from './store/mailboxStore.ts'

process.umask(0o077) // other users may not read stored files, such as the relay's private key
const write = limitLog<LogLine & { variable?: string; url?: string }>(
  (line) => void process.stdout.write(`${JSON.stringify(line)}\n`),
  ({ level, event, reason, error }) => `${level} ${event} ${reason} ${error}`,
)
const writeLog = (
  level: LogLine['level'],
  event: string,
  more: { variable?: string; url?: string; error?: string },
) => write({ time: new Date().toISOString(), level, event, ...more })

async function openStore(choice: StoreChoice): Promise<MailboxStore> {
  const variable = choice.kind === 'folder' ? 'LATCHKEY_FOLDER' : 'LATCHKEY_REDIS'
  const onError = (error: Error) =>
    writeLog('error', 'store failed', { variable, error: causesOf(error) })
  if (choice.kind === 'folder')
    return (await import('./store/lmdbStore.ts')).createLmdbStore({ ...choice, onError })
  return (await import('./store/redisStore.ts')).createRedisStore({ ...choice, onError })
}

async function start(options: RelayOptions, where: ListenOptions) {
  const relay = createRelay(options)
  const { url } = await relay.listen(where)
  return { ...relay, url }
}

await runProcess({
  folder: 'LATCHKEY_FOLDER',
  variables,
  onStopFailed: (causes) => writeLog('error', 'stopping failed', { error: causes }),
  async start() {
    const { store: choice, options, where } = readEnvironment(process.env)
    const store = await openStore(choice)
    const relay = await start({ ...options, store, log: write }, where).catch(
      async (error: unknown) => {
        await store.close() // releases the lock of its folder, too
        throw error
      },
    )
    writeLog('info', 'listening', { url: relay.url })
    const warning = fileLimitWarning(
      options.shares === false
        ? Infinity
        : (options.shares?.all?.sockets ?? shareDefaults.all.sockets),
    )
    if (warning !== undefined) writeLog('warn', 'few files', { error: warning })
    return async () => {
      await relay.close()
      await store.close()
    }
  },
})
