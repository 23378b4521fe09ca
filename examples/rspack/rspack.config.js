import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'

export default {
  mode: 'production',
  entry: './src/main.tsx',
  output: {
    path: fileURLToPath(new URL('dist', import.meta.url)),
    filename: 'main.js',
    chunkFilename: '[contenthash].js',
    publicPath: '/',
    clean: true,
  },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
        type: 'javascript/auto',
      },
    ],
  },
  plugins: [
    // undefined when the environment has no value: src/config.ts then uses its default
    new rspack.DefinePlugin(
      Object.fromEntries(
        ['API', 'RPC', 'CHAIN_ID', 'CHAIN_NAME'].map((name) => [
          `process.env.${name}`,
          JSON.stringify(process.env[name]) ?? 'undefined',
        ]),
      ),
    ),
    new rspack.CopyRspackPlugin({ patterns: ['public'] }),
  ],
  performance: { hints: false },
}
