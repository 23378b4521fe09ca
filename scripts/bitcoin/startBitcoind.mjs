import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { freePorts } from '../../devnet/src/ports.ts'

/** The password of a node that only this machine reaches. */
const login = { user: 'latchkey', password: 'latchkey' }
/** How many times, and after how many milliseconds, a starting node is requested. */
const patience = { tries: 300, pause: 200 }

/**
 * Starts bitcoind on an empty regtest chain, with the policy of Bitcoin Core on the main network.
 * @returns `call`: requests a method by JSON-RPC, and throws an Error with `code` for an error
 */
export async function startBitcoind(program, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [port] = await freePorts(1)
  const child = spawn(
    program,
    [
      'bitcoind',
      '-regtest',
      '-corepolicy',
      '-acceptnonstdtxn=0',
      '-minrelaytxfee=0.00001',
      '-incrementalrelayfee=0.00001',
      '-datacarriersize=83',
      '-listen=0',
      '-txindex',
      '-fallbackfee=0.00002',
      `-datadir=${folder}`,
      `-rpcport=${port}`,
      `-rpcuser=${login.user}`,
      `-rpcpassword=${login.password}`,
    ],
    { stdio: 'ignore' },
  )
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  const call = (method, ...params) => request(url, '', method, params)
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null) throw new Error('bitcoind has ended')
    if (await call('getblockcount').catch(() => undefined)) break
    if ((await call('getblockcount').catch(() => undefined)) === 0) break
    if (tries === patience.tries) throw new Error('bitcoind does not answer')
    await new Promise((resolve) => setTimeout(resolve, patience.pause))
  }
  return {
    call,
    /** Requests a method of a wallet of the node. */
    callWallet: (wallet, method, ...params) => request(url, `/wallet/${wallet}`, method, params),
    async stop() {
      end()
      await exited
      process.off('exit', end)
    },
  }
}

async function request(url, path, method, params) {
  const send = () =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${login.user}:${login.password}`)}` },
      body: JSON.stringify({ method, params }),
    })
  // bitcoind closes a connection that was idle for 30 s, which may be noticed only now
  const response = await send().catch(send)
  const { result, error } = JSON.parse(await response.text())
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}
