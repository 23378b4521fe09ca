import { startTestServer } from '../core/testing/startTestServer.ts'
import type { TestAnswer } from '../core/testing/startTestServer.ts'
import { startTestKit } from './startTestKit.ts'

/** Makes a kit with an API that sends the test's answers. */
export async function startTestApi(answer: TestAnswer) {
  const server = await startTestServer(answer)
  return { ...server, ...startTestKit({ services: { api: server.url } }) }
}
