import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const path = 'dist/index.mjs'

/** Its list of providers; `id` is where a page finds one, as in `window.XverseProviders.BitcoinProvider`. */
export const readStacksConnect: Reader = (folder) =>
  readSyntax(readFileSync(join(folder, path), 'utf8')).objects.flatMap((provider) => {
    const field = (name: string) => textField(provider, name)
    const key = field('id')
    const name = field('name')
    if (key === undefined || name === undefined || field('webUrl') === undefined) return []
    return [
      {
        key,
        path,
        name,
        namespace: 'stacks' as const,
        homepage: field('webUrl'),
        appStore: field('iOSAppStoreUrl'),
        playStore: field('googlePlayStoreUrl'),
        chromeStore: field('chromeWebStoreUrl'),
        injectedIds: [key],
      },
    ]
  })
