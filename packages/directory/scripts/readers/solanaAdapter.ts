import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const path = 'lib/esm/adapter.js'

/** One wallet per package. A Wallet Standard wallet is identified by its name. */
export const readSolanaAdapter: Reader = (folder) => {
  const { own } = readSyntax(readFileSync(join(folder, path), 'utf8'))
  const name = textField(own, 'name')
  if (name === undefined) return []
  const url = textField(own, 'url')
  return [{ key: name, path, name, namespace: 'solana', ...linkOf(url), injectedIds: [name] }]
}

/** Some list an app store instead of their site. */
const linkOf = (url: string | undefined) =>
  url?.includes('chrome.google.com') ? { chromeStore: url } : { homepage: url }
