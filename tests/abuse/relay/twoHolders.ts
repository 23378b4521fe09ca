import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { argsOf } from '@latchkey/server/testing/programs'
import type { Scene } from '../scene.ts'

const main = new URL('../../../services/relay/src/main.ts', import.meta.url)

/** Starts a relay in a container with its own process ids. @returns its exit code and its output */
async function startSecond(folder: string, signal: AbortSignal): Promise<string> {
  const container = [
    'unshare',
    '--user',
    '--map-root-user',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
  ]
  const [program = '', ...rest] = [...container, process.execPath, ...argsOf(main)]
  const child = spawn(program, rest, {
    env: { ...process.env, PORT: '0', LATCHKEY_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  child.on('error', () => {}) // `signal` kills the relay at the end of the scene
  let output = ''
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = await once(child, 'close')
  return `${String(code)} ${output.trim()}`
}

export const twoHolders: Scene = {
  name: 'two-holders',
  of: 'relay',
  needs: 'mounts',
  seconds: 10,
  title: 'a second relay, in another container, is started over the same folder, three times',
  stage: () => ({
    async attack(target) {
      const ends = []
      for (let times = 0; times < 3; times += 1)
        ends.push(await startSecond(target.folder, target.signal).catch(() => 'went on'))
      const refused = ends.filter(
        (end) =>
          end.startsWith('1 LATCHKEY_FOLDER: ') && end.includes('is in use by another process'),
      )
      return {
        did: `refused ${refused.length} times`,
        faults: ends
          .filter((end) => !refused.includes(end))
          .map((end) => `it was not refused: ${end}`),
      }
    },
  }),
}
