#!/usr/bin/env node
// what the build makes: checks of the sources do not look for it
await import(new URL('../dist/main.mjs', import.meta.url).href)
