import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { onTestFinished } from 'vitest'

/**
 * Starts a relay as a process of its own, like an operator. The process ends with the test. `lines`
 * are the lines of its log.
 */
export async function startRelayProcess(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; lines: AsyncIterator<string> }> {
  const child = spawn(
    process.execPath,
    [...shortRun, ...argsOf(new URL('../main.ts', import.meta.url))],
    { env: { ...process.env, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stdout) throw new Error('no output')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const { value } = await lines.next()
  return { child, lines, url: JSON.parse(value).url }
}
