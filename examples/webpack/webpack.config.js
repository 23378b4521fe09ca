import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import webpack from 'webpack'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
cpSync(pathOf('public'), pathOf('dist'), { recursive: true })

export default {
  mode: 'production',
  entry: './src/main.tsx',
  output: {
    path: pathOf('dist'),
    filename: 'main.js',
    chunkFilename: '[contenthash].js',
    publicPath: '/',
  },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'esbuild-loader',
        options: { target: 'es2022', jsx: 'automatic' },
      },
    ],
  },
  // undefined when the environment has no value: src/config.ts then uses its default
  plugins: [
    new webpack.DefinePlugin(
      Object.fromEntries(
        ['API', 'RPC', 'CHAIN_ID', 'CHAIN_NAME'].map((name) => [
          `process.env.${name}`,
          JSON.stringify(process.env[name]) ?? 'undefined',
        ]),
      ),
    ),
  ],
  performance: { hints: false },
}
