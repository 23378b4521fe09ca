#!/usr/bin/env node
// a file of the build, so checks of the sources ignore it
await import(new URL('../dist/main.mjs', import.meta.url).href)
