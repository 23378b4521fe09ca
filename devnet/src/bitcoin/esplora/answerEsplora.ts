import type { Chain } from '../chain/types.ts'
import { addressRoutes } from './addressRoutes.ts'
import { refused, type Answer } from './answer.ts'
import { blockRoutes } from './blockRoutes.ts'
import { broadcast } from './broadcast.ts'
import { mempoolRoutes } from './mempoolRoutes.ts'
import type { Route } from './route.ts'
import { transactionRoutes } from './transactionRoutes.ts'

const routes: readonly Route[] = [
  ...blockRoutes,
  ...mempoolRoutes,
  ...transactionRoutes,
  ...addressRoutes,
]

/** Answers a request of Esplora's REST API, as Blockstream's and mempool.space's servers do. */
export function answerEsplora(
  chain: Chain,
  { method, path, body }: { method: string; path: string; body: string },
): Answer {
  if (method === 'POST') {
    if (path === '/tx') return broadcast(chain, body)
    return refused(404, 'endpoint does not exist')
  }
  for (const [pattern, answer] of routes) {
    const match = pattern.exec(path)
    if (match) return answer({ chain }, ...match.slice(1))
  }
  return refused(404, 'endpoint does not exist')
}
