import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Literal, readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const path = 'esm/registry.js'

/** One wallet per package; `windowKey` is where a page finds it. */
export const readInterchainKit: Reader = (folder) =>
  readSyntax(readFileSync(join(folder, path), 'utf8')).objects.flatMap((wallet) => {
    const key = textField(wallet, 'name')
    const name = textField(wallet, 'prettyName')
    const windowKey = textField(wallet, 'windowKey')
    if (key === undefined || name === undefined) return []
    const downloads = Array.isArray(wallet.downloads) ? wallet.downloads : []
    const link = (browser: string | undefined) =>
      textField(
        downloads.find((download: Literal) => textField(download, 'browser') === browser),
        'link',
      )
    return [
      {
        key,
        path,
        name,
        namespace: 'cosmos' as const,
        homepage: link(undefined),
        chromeStore: link('chrome'),
        ...(windowKey === undefined ? {} : { injectedIds: [windowKey] }),
      },
    ]
  })
