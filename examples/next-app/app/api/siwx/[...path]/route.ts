import { nextSiwx } from 'latchkey/siwx/server'
import { siwx } from '../../../../siwx'

export const { GET, POST } = nextSiwx(siwx)
