#!/usr/bin/env node
// Starts the sandbox. README.md lists the settings.
import { register } from 'tsx/esm/api'

register()
await import('../src/main.ts')
