/**
 * Runs a program that ends with its parent, however the parent ends: `node endWithParent.mjs
 * <program> <arguments…>`. The parent holds the other end of standard input; the system closes it
 * even when the parent is killed. Plain JavaScript, so that no loader is needed.
 */
import { spawn } from 'node:child_process'

/** Milliseconds for the program to save its state and exit. */
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
// the parent closes standard input after it has ended everything that depends on the program
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
