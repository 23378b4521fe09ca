import { errors } from './errors.ts'
import { messages } from './messages.ts'

export const words = [messages, errors] as const
