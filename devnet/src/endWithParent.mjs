/**
 * Runs a program, and ends it when the parent process ends, even if the parent is killed: `node
 * endWithParent.mjs <program> <arguments…>`. The parent holds the other end of standard input,
 * which the system closes when the parent ends. It is plain JavaScript, so that it needs no loader.
 */
import { spawn } from 'node:child_process'

/** Milliseconds that the program has to save its state and exit. Then it is killed. */
const patience = 5_000

const [program = '', ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })
child.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.once('exit', (code) => process.exit(code ?? 0))

function end() {
  child.kill('SIGINT')
  setTimeout(() => child.kill('SIGKILL'), patience)
}

process.stdin.once('end', end).once('close', end).once('error', end).resume()
// signals are ignored: the parent gets them, too, and closes standard input after it has ended
// everything that depends on the program
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
