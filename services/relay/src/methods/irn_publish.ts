import { irnPublish } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { publish } from '../rpc/publish.ts'

export const irn_publish = defineMethod(irnPublish, (message, call) => publish(call, message))
