import { createSandbox } from '../../../services/sandbox/src/createSandbox.ts'
import { attackedChain, chainAt } from './chains.ts'

/** The secret that the API and the sandbox share in a scene. */
export const sandboxSecret = 'a secret of the scenes, of 32 or more'

/**
 * Starts a sandbox in the attacker's process. The sandbox's treasury is on the chain of the scene's
 * node.
 * @param node the node's URL
 * @returns the API's options of the on-ramp
 */
export async function startSandbox(node: string) {
  const sandbox = createSandbox({
    chains: [chainAt(attackedChain, [node])],
    networks: [attackedChain],
    treasury: `0x${'7'.repeat(64)}`,
    secret: sandboxSecret,
    database: 'memory',
  })
  const { port } = await sandbox.listen({ port: 0 })
  return { sandbox: { url: `http://127.0.0.1:${port}`, secret: sandboxSecret } }
}
