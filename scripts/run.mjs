// Starts programs so that each of them ends when the script that started it ends.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { root } from './root.mjs'

const running = new Set()

// signals the whole process group, because npm, npx and tsx start children of their own
function stop(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // the process has already ended
  }
}

let interrupted = false
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

function onSignal(signal) {
  if (interrupted) process.exit(130)
  interrupted = true
  running.forEach((child) => stop(child, signal))
}

const onExit = () => running.forEach((child) => stop(child, 'SIGKILL'))

// the handlers exist only while children run, so that without children, a signal ends this process
// as usual
function track(child) {
  if (running.size === 0) {
    process.on('exit', onExit)
    signals.forEach((signal) => process.on(signal, onSignal))
  }
  running.add(child)
}

function untrack(child) {
  running.delete(child)
  if (running.size > 0) return
  process.off('exit', onExit)
  signals.forEach((signal) => process.off(signal, onSignal))
}

/** Lowers the priority of a program and its children below that of other programs. */
function yieldProcessors(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
    // on Linux a detached program has its own scheduling group, with a priority of the whole group
    if (process.platform === 'linux')
      writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW))
  } catch {
    // the program has ended, or this system has no such groups
  }
}

/**
 * Runs a program to its end, or until `signal` fires. With `capture` its output is returned instead
 * of shown. With `isPatient` it uses only the processors that other programs leave free.
 * @returns {Promise<{ code: number, output: string, ms: number }>} `code` is 127 when there is no
 * such program, 130 after a signal
 */
export function run(
  command,
  args,
  { cwd = root, env = {}, capture = false, isPatient = false, signal } = {},
) {
  const began = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
    })
    track(child)
    if (isPatient && child.pid !== undefined) yieldProcessors(child.pid)
    const onAbort = () => stop(child, 'SIGTERM')
    signal?.addEventListener('abort', onAbort, { once: true })
    let output = ''
    const end = (code) => {
      untrack(child)
      signal?.removeEventListener('abort', onAbort)
      if (interrupted && running.size === 0) process.exit(130)
      resolve({ code, output, ms: Date.now() - began })
    }
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.on('error', (error) => {
      output += `${error.message}\n`
      end(127)
    })
    child.on('close', (code) => end(code ?? 130))
  })
}

/**
 * Runs a tool from the repository's own `node_modules`, without a shell or npx. `file` is its path
 * there: `<package>/<file>`.
 */
export const runTool = (file, args, options) =>
  run(process.execPath, [`${root}/node_modules/${file}`, ...args], options)
