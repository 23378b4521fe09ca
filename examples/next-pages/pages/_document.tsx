import Document, { Head, Html, Main, NextScript } from 'next/document'
import type { DocumentContext, DocumentInitialProps } from 'next/document'

/** With the nonce of proxy.ts on the scripts of Next. */
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
