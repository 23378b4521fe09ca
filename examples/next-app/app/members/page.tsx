import { headers } from 'next/headers'
import { siwx } from '../../siwx'

export default async function Members() {
  const session = await siwx.readSession({ headers: await headers() })
  return (
    <main>
      <h1>
        {session ? session.accounts.map(({ accountId }) => accountId).join(', ') : 'Members only'}
      </h1>
    </main>
  )
}
