import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const path = 'dotsama/predefinedWallet/index.js'

/** Its list for Polkadot; `extensionName` is the wallet's key in `window.injectedWeb3`. */
export const readSubwalletConnect: Reader = (folder) =>
  readSyntax(readFileSync(join(folder, path), 'utf8')).objects.flatMap((wallet) => {
    const name = textField(wallet, 'title')
    const injectedId = textField(wallet, 'extensionName')
    const url = textField(wallet, 'installUrl')
    if (name === undefined || injectedId === undefined) return []
    const isShop = url?.includes('chrome.google.com') === true
    return [
      {
        key: name,
        path,
        name,
        namespace: 'polkadot' as const,
        injectedIds: [injectedId],
        ...(isShop ? { chromeStore: url } : { homepage: url }),
      },
    ]
  })
