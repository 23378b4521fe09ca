import { expect, onTestFinished, test, vi } from 'vitest'
import type { OpenRequests, Request } from '../bridge/servePort.ts'
import { syncDappData } from '../methods/syncDappData.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { createFrameLanguage } from './createFrameLanguage.ts'

test.each([
  [undefined, 'en'],
  [[], 'en'],
  [['C'], 'en'],
  [['en-US@posix', 'de'], 'en'],
  [['POSIX', 'fr_CA.UTF-8'], 'fr'],
  [['x-own', 'de@euro'], 'de'],
] as const)(
  'when the site sends no language, the browser’s languages %j give the language %s',
  async (languages, locale) => {
    vi.stubGlobal('navigator', { languages })
    onTestFinished(() => void vi.unstubAllGlobals())
    const language = createFrameLanguage([])
    const wallet = {
      site: { origin: 'https://shop.example' },
      language,
      stage: {},
    } as unknown as Wallet // only the parts that the method uses
    // the method does not read the last two arguments
    await syncDappData.run(wallet, { projectId: 'p' }, { wait() {} } as Request, {} as OpenRequests)
    await language.settled()
    expect(language.locale()).toBe(locale)
    expect(() => new Date(0).toLocaleString(`${language.locale()}-u-nu-latn`)).not.toThrow()
  },
)
