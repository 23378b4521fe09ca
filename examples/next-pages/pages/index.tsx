import { readCookie } from 'latchkey/cookie'
import type { LastAccount } from 'latchkey/cookie'
import { ConnectButton } from 'latchkey/react'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { Account } from '../Account'

type Props = { lastKnown: readonly LastAccount[]; nonce: string }

export const getServerSideProps: GetServerSideProps<Props> = async ({ req }) => ({
  props: { lastKnown: readCookie(req.headers.cookie), nonce: String(req.headers['x-nonce'] ?? '') },
})

export default function Page({ lastKnown: [account] }: Props) {
  return (
    <>
      <Head>
        <title>Latchkey with the pages of Next</title>
      </Head>
      <header>
        <ConnectButton network="full" />
      </header>
      <main>
        <h1>The pages of Next</h1>
        <p>The server knows {account ? account.address : 'nobody'}.</p>
        <Account />
      </main>
    </>
  )
}
