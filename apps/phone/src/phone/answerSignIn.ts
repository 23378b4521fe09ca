import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { stringToHex } from 'viem'
import { unsupported, userRejected } from './answerCodes.ts'
import type { SignIn } from './client.ts'
import { evmMethodsOf } from './methods.ts'
import { nameOfNetwork } from './networks.ts'
import { runTask } from './parts.ts'
import type { Parts } from './parts.ts'
import { siteOf } from './siteOf.ts'
import { syncConnections } from './sites.ts'

/**
 * Answers a site that requests a session together with a sign-in: asks the person, and signs with
 * the account in use. Source: CAIP-122, `wc_sessionAuthenticate`
 */
export async function answerSignIn(
  parts: Parts,
  { id, authPayload, requester }: Pick<SignIn, 'id' | 'authPayload' | 'requester'>,
): Promise<void> {
  const { client, queue, store } = parts
  const site = siteOf(requester.metadata)
  const task = queue.open({ key: `signIn:${id}`, site, title: 'Sign in' })
  if (!task) return

  await runTask(parts, task, async () => {
    const { chain, chains, selected, batches } = store.get()
    const known = authPayload.chains.filter((networkId) =>
      chains.some((one) => networkId === `eip155:${one.id}`),
    )
    const networkId = known.find((one) => one === `eip155:${chain.id}`) ?? known[0]
    if (networkId === undefined) {
      const missing = authPayload.chains.map((one) => `the network ${one}`)
      await task.ask({ type: 'cannot', missing })
      await client.rejectSessionAuthenticate({ id, reason: unsupported(missing) })
      return { status: 'refused' }
    }

    const payload = populateAuthPayload({
      authPayload,
      chains: known,
      methods: [...evmMethodsOf({ batches })],
    })
    const iss = `${networkId}:${selected}`
    const message = client.formatAuthMessage({ request: payload, iss })
    const { yes } = await task.ask({
      type: 'signIn',
      message,
      address: selected,
      network: nameOfNetwork(networkId, store.get()),
    })
    if (!yes) {
      await client.rejectSessionAuthenticate({ id, reason: userRejected })
      return { status: 'refused' }
    }
    const signature = await sign(parts, site.name, message)
    await client.approveSessionAuthenticate({
      id,
      auths: [buildAuthObject(payload, { t: 'eip191', s: signature }, iss)],
    })
    syncConnections(parts)
    return { status: 'done', notice: `Signed in. You can go back to ${site.name}.` }
  })
}

/** Signs a message with the account in use, after the person has agreed. */
async function sign({ store, wallet }: Parts, origin: string, message: string): Promise<string> {
  const { chain, chains, selected } = store.get()
  const params = [stringToHex(message), selected]
  const { result } = await wallet.request({
    method: 'personal_sign',
    params,
    origin,
    permitted: [selected],
    chain,
    chains,
    ask: async () => ({}),
  })
  return String(result)
}
