import Document, { Head, Html, Main, NextScript } from 'next/document'
import type { DocumentContext, DocumentInitialProps } from 'next/document'

/** Sets the nonce of proxy.ts on Next's scripts. */
export default class MyDocument extends Document<{ nonce?: string }> {
  static override async getInitialProps(
    context: DocumentContext,
  ): Promise<DocumentInitialProps & { nonce?: string }> {
    const nonce = context.req?.headers['x-nonce']
    return {
      ...(await Document.getInitialProps(context)),
      nonce: typeof nonce === 'string' ? nonce : undefined,
    }
  }

  override render() {
    const { nonce } = this.props
    return (
      <Html lang="en">
        <Head nonce={nonce}>
          <link rel="icon" href="data:," />
        </Head>
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    )
  }
}
