import { createServer, type AddressInfo } from 'node:net'

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server on a port has such an address
  await new Promise((resolve) => server.close(resolve))
  return port
}
