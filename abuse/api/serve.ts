/** The API under attack, as a process of its own: `serve.ts <folder> <config>`. Tells its parent the address; ends with it. */
import { createApi } from '../../services/api/src/createApi.ts'
import type { Config } from '../scene.ts'
import { chainAt, honestChain } from './chains.ts'

const [folder = '', text = '{}'] = process.argv.slice(2)
const { options = {}, honestNode = '' }: Config & { options?: { chains?: object[] } } = JSON.parse(text)

process.on('disconnect', () => process.exit(0))
const api = createApi({ ...options, chains: [chainAt(honestChain, [honestNode]), ...(options.chains ?? [])] as never, database: folder }) // the options are checked
process.send?.({ url: (await api.listen({ port: 0 })).url })
