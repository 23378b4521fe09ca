// Those who sign operations: our code with viem's client, MetaMask's kit, and the wallet's frame.
import { fileURLToPath } from 'node:url'
import { http } from 'viem'
import { createBundlerClient, createPaymasterClient } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createServer } from 'vite'
import {
  authorize,
  chainClient,
  smartAccountOf,
} from '../../services/api/src/testing/smartAccountsOn.ts'

export const newOwner = () => privateKeyToAccount(generatePrivateKey())

/** An account of our own code with viem's client. */
async function createOurs({ chain, owner, bundler, paymaster, retryCount = 0 }) {
  const client = chainClient(chain)
  return createBundlerClient({
    account: await smartAccountOf(client, owner),
    client,
    chain: client.chain,
    transport: http(bundler, { retryCount, timeout: 30_000 }),
    pollingInterval: 20,
    userOperation: { estimateFeesPerGas: () => client.estimateFeesPerGas() },
    ...(paymaster && { paymaster: createPaymasterClient({ transport: http(paymaster) }) }),
  })
}

/** Those who sign with a key, by name. */
export const signers = {
  'our code': createOurs,
  "MetaMask's kit": ({ outside, chain, ...rest }) =>
    outside.createOperator({ node: chain.url, chainId: chain.chainId, ...rest }),
}

/** Sends calls as an operation, with the upgrade if the account has no code yet. */
export async function send(operator, owner, chain, { calls, isUpgrade, ...more }) {
  const authorization = isUpgrade ? await authorize(owner, chain.chainId) : undefined
  return operator.sendUserOperation({ calls, ...(authorization && { authorization }), ...more })
}

let server
/** Loads the frame's code by Vite, because it finds its languages by `import.meta.glob`. */
async function loadFrame() {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  server ??= createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  return (await server).ssrLoadModule(
    '/services/wallet/src/frame/smartAccount/testing/startTestAccount.ts',
  )
}

/** Ends what loads the frame's code. */
export const closeFrames = async () => (await server)?.close()

/** An account of the wallet's frame, whose operations go to a bundler. */
export async function startFrame({ chain, ask, bundler, paymaster }) {
  const { paymasterUrl, startTestAccount } = await loadFrame()
  const account = await startTestAccount([chain])
  account.state.answer = ({ path, method, params }) =>
    path === '/v1/bundler'
      ? ask(bundler, method, params)
      : path === '/v1/paymaster'
        ? ask(paymaster, method, params)
        : undefined
  return {
    ...account,
    sendCalls: (calls, isSponsored) =>
      account.ask('wallet_sendCalls', [
        {
          version: '2.0.0',
          chainId: `0x${chain.chainId.toString(16)}`,
          atomicRequired: true,
          calls,
          ...(isSponsored && { capabilities: { paymasterService: { url: paymasterUrl } } }),
        },
      ]),
    status: (id) => account.ask('wallet_getCallsStatus', [id]),
  }
}
