import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import css from 'shiki/langs/css.mjs'
import docker from 'shiki/langs/docker.mjs'
import html from 'shiki/langs/html.mjs'
import ini from 'shiki/langs/ini.mjs'
import javascript from 'shiki/langs/javascript.mjs'
import json from 'shiki/langs/json.mjs'
import nginx from 'shiki/langs/nginx.mjs'
import shellscript from 'shiki/langs/shellscript.mjs'
import svelte from 'shiki/langs/svelte.mjs'
import toml from 'shiki/langs/toml.mjs'
import tsx from 'shiki/langs/tsx.mjs'
import vue from 'shiki/langs/vue.mjs'
import yaml from 'shiki/langs/yaml.mjs'
import { html as markup } from './html.ts'

/**
 * Writes code as HTML: one `<span class="t-…">` for each coloured part. It uses classes, because a
 * strict content security policy forbids inline styles.
 */
export type Highlight = (code: string, language: string) => string

/** The languages that the highlighter knows, by their names in Markdown's code blocks. */
const languages: Readonly<Record<string, string>> = {
  ts: 'tsx',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'tsx',
  json: 'json',
  jsonc: 'json',
  css: 'css',
  html: 'html',
  sh: 'shellscript',
  bash: 'shellscript',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  nginx: 'nginx',
  dockerfile: 'docker',
  docker: 'docker',
  vue: 'vue',
  svelte: 'svelte',
  text: 'text',
  '': 'text',
}

/** The class names, by the theme's colour of a token. A token of any other colour has no class. */
const classes: Readonly<Record<string, string>> = {
  keyword: 'k',
  string: 's',
  'string-expression': 's',
  comment: 'c',
  function: 'f',
  constant: 'n',
  parameter: 'p',
  link: 's',
}

const classOf = (color: string | undefined) =>
  classes[/^var\(--t-token-([\w-]+)\)$/.exec(color ?? '')?.[1] ?? '']

/**
 * Creates the highlighter. Loading its grammars takes a second.
 * @throws Error from the highlighter for a language that it does not know
 */
export async function createHighlight(): Promise<Highlight> {
  const theme = createCssVariablesTheme({
    name: 'variables',
    variablePrefix: '--t-',
    fontStyle: false,
  })
  const langs = [
    css,
    docker,
    html,
    ini,
    javascript,
    json,
    nginx,
    shellscript,
    svelte,
    toml,
    tsx,
    vue,
    yaml,
  ]
  const core = await createHighlighterCore({
    themes: [theme],
    langs,
    engine: createJavaScriptRegexEngine(),
  })
  return (code, language) => {
    const lang = languages[language]
    if (lang === undefined)
      throw new Error(
        `The language ${language} of a code block is unknown: apps/docs/src/site/highlight.ts has the list`,
      )
    // no time limit: on a busy machine it would leave the ends of lines uncoloured
    const lines = core.codeToTokensBase(code, { lang, theme: 'variables', tokenizeTimeLimit: 0 })
    return lines
      .map((line) => joined(line.map(({ content, color }) => ({ content, name: classOf(color) }))))
      .join('\n')
  }
}

type Token = { content: string; name: string | undefined }

/**
 * Writes tokens as HTML. Adjacent tokens of the same class share a span, with the spaces between
 * them.
 */
function joined(tokens: readonly Token[]): string {
  const parts: Token[] = []
  for (const token of tokens) {
    const last = parts.at(-1)
    if (
      last &&
      (last.name === token.name || (last.name === undefined && token.content.trim() === ''))
    )
      parts[parts.length - 1] = { ...last, content: last.content + token.content }
    else parts.push(token)
  }
  return parts
    .map(({ content, name }) =>
      name === undefined ? markup`${content}` : markup`<span class="t-${name}">${content}</span>`,
    )
    .join('')
}
