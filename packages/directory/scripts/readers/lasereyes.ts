import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const path = 'dist/index.js'

/**
 * Reads the only object of the file in which each key has `{ name: <itself>, url }`. Its names are ids: other sources have the names of
 * these wallets.
 */
export const readLasereyes: Reader = (folder) => {
  const wallets = readSyntax(readFileSync(join(folder, path), 'utf8')).objects.find(
    (object) =>
      Object.keys(object).length > 1 && Object.keys(object).every((key) => textField(object, key, 'name') === key),
  )
  return Object.keys(wallets ?? {}).map((key) => {
    const url = textField(wallets, key, 'url')
    const isShop = url?.includes('chromewebstore.google.com') === true
    return { key, path, name: key, namespace: 'bip122', ...(isShop ? { chromeStore: url } : { homepage: url }) }
  })
}
